import org.mozilla.javascript.Context;
import org.mozilla.javascript.RhinoException;
import org.mozilla.javascript.Scriptable;

/** JavaScript, interpreted and compiled to classes while it runs. */
public final class RhinoScript {
    private static final String[] SCRIPT = {
        "var fib = n => n < 2 ? n : fib(n - 1) + fib(n - 2); fib(14)",
        "function Shape(n) { this.n = n; } Shape.prototype.area = function() { return this.n * this.n; }; new Shape(7).area()",
        "[5, 3, 9, 1].sort((a, b) => a - b).map(x => x * 2).filter(x => x > 2).reduce((a, b) => a + '-' + b)",
        "JSON.stringify({a: [1, 2, {b: 'c'}], d: null, e: true}, null, 1)",
        "JSON.parse('{\"x\": [1, 2, 3]}').x.length",
        "'The quick brown fox'.replace(/(\\w+) (\\w+)/g, (m, a, b) => b + ' ' + a)",
        "function* count(n) { for (let i = 0; i < n; i++) { yield i * i; } } var all = []; for (let x of count(6)) { all.push(x); } all.join()",
        "let [p, q] = [1, 2]; [p, q] = [q, p]; `${p},${q}`",
        "try { null.x } catch (e) { e.name } finally { var done = true; }",
        "var m = new Map([['a', 1]]); m.set('b', 2); Array.from(m.entries()).join(';')",
        "var list = new java.util.ArrayList(); for (var i = 0; i < 5; i++) list.add(java.lang.Integer.valueOf(i)); String(list)",
        "new java.util.TreeMap(new java.util.Comparator({compare: (a, b) => b.compareTo(a)})).put('x', 1); 'proxy'",
        "var n = 0; for (var a = 1; a < 60; a++) for (var b = a; b < 60; b++) { var c = Math.sqrt(a * a + b * b); if (c === Math.floor(c)) n++; } n",
        "switch ('b' + 1) { case 'a1': 1; break; case 'b1': 2; break; default: 3 }",
        "(function() { return Array.prototype.slice.call(arguments, 1).length })(1, 2, 3)",
        "new Date(Date.UTC(2024, 1, 29)).toISOString() + ' ' + (0.1 + 0.2).toFixed(4) + ' ' + (255).toString(16)",
        "eval('1 +' + ' 2') + parseInt('0x1f')",
        "undefinedName + 1",
        "var x = ;",
        "throw {message: 'thrown'}",
    };

    public static void main(String[] arguments) {
        for (int level : new int[] {-1, 0, 9}) {
            Context context = Context.enter();
            try {
                context.setOptimizationLevel(level);
                context.setLanguageVersion(Context.VERSION_ES6);
                Scriptable scope = context.initStandardObjects();
                for (int i = 0; i < SCRIPT.length; i++) {
                    String result;
                    try {
                        result = Context.toString(context.evaluateString(scope, SCRIPT[i], "script" + i, 1, null));
                    } catch (RhinoException e) {
                        result = e.getClass().getSimpleName() + ": " + e.getMessage();
                    }
                    Output.line("%d, %d: %s", level, i, result);
                }
            } finally {
                Context.exit();
            }
        }
        Output.end();
    }
}
