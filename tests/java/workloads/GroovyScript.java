import groovy.lang.Binding;
import groovy.lang.GroovyShell;

/** Groovy, compiled to classes while it runs, and called through call sites made at run time. */
public final class GroovyScript {
    private static final String[] SCRIPT = {
        "def fib; fib = { n -> n < 2 ? n : fib(n - 1) + fib(n - 2) }; fib(14)",
        "(1..20).findAll { it % 3 == 0 }.collect { it * it }.inject(0) { a, b -> a + b }",
        "class P { String name; int age; String toString() { \"$name is $age\" } }; [new P(name: 'A', age: 3), new P(name: 'B', age: 2)].sort { it.age }*.toString()",
        "trait Flies { String fly() { 'flies' } }; class Bird implements Flies {}; new Bird().fly() + ' ' + (new Bird() instanceof Flies)",
        "@groovy.transform.CompileStatic int sum(int n) { int s = 0; for (int i = 0; i <= n; i++) { s += i }; s }; sum(1000)",
        "String.metaClass.shout = { -> delegate.toUpperCase() + '!' }; 'hello'.shout()",
        "class D { def methodMissing(String n, args) { \"$n(${args.join(',')})\" }; def propertyMissing(String n) { n * 2 } }; def d = new D(); [d.some(1, 2), d.other]",
        "def m = [a: 1, b: [c: 2]]; \"${m.a} ${m.b.c} ${m?.x?.y} ${m.x ?: 'none'}\"",
        "def (a, b) = [1, 2]; [a + b, a <=> b, [1, 2, 3][-1], 'abc'[1..2], 2 ** 70, 1 / 4, 7.5 % 2]",
        "@groovy.transform.Canonical class Q { int x; List y = [] }; def q = new Q(1, [2]); [q.toString(), q == new Q(1, [2]), q.hashCode() == new Q(1, [2]).hashCode()]",
        "switch (42) { case 0..10: 'small'; break; case Integer: 'number'; break; default: 'other' }",
        "try { null.foo() } catch (NullPointerException e) { e.class.simpleName } finally { 1 }",
        "try { 'x'.noSuch(1) } catch (MissingMethodException e) { e.method }",
        "'a1b22'.replaceAll(/\\d+/) { \"<${it.length()}>\" } + ('abc' ==~ /[a-c]+/)",
        "def c = { a, b, x = 3 -> a + b + x }; [c(1, 2), c.curry(10)(1), (c >> { it * 2 })(1, 1)]",
        "@groovy.transform.Memoized long f(long n) { n < 2 ? n : f(n - 1) + f(n - 2) }; f(80)",
        "def s = new StringBuilder(); outer: for (i in 1..5) { for (j in 1..5) { if (j == i) continue outer; if (i == 4) break outer; s << i << j << ' ' } }; s.toString()",
        "input.collect { k, v -> \"$k=$v\" }.join('&')",
        "import groovy.transform.TailRecursive; @TailRecursive int down(int n) { n == 0 ? 0 : down(n - 1) }; down(20000)",
        "assert 1 + 1 == 3",
        "def x = ",
    };

    public static void main(String[] arguments) {
        Binding binding = new Binding();
        binding.setVariable("input", new java.util.TreeMap<>(java.util.Map.of("a", 1, "b", "two")));
        GroovyShell shell = new GroovyShell(binding);
        for (int i = 0; i < SCRIPT.length; i++) {
            String result;
            try {
                result = String.valueOf(shell.evaluate(SCRIPT[i]));
            } catch (Exception | AssertionError e) {
                result = e.getClass().getName() + ": " + e.getMessage();
            }
            Output.line("%d: %s", i, result);
        }
        Output.end();
    }
}
