import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/** Runs the methods of a class that take no parameters, all or those that are named, and says which of them hold. */
final class Check {
    private Check() {}

    public static void main(String[] args) throws Exception {
        List<String> failures = new ArrayList<>();
        TreeMap<String, Method> tests = new TreeMap<>();
        for (Method method : Class.forName(args[0]).getDeclaredMethods()) {
            boolean wanted = args.length == 1 || Arrays.asList(args).contains(method.getName());
            if (wanted && method.getParameterCount() == 0 && method.getReturnType() == void.class && !method.isSynthetic()
                    && !java.lang.reflect.Modifier.isPrivate(method.getModifiers())) {
                tests.put(method.getName(), method);
            }
        }
        for (Method test : tests.values()) {
            try {
                test.setAccessible(true);
                test.invoke(null);
                System.out.println("ok " + test.getName());
            } catch (InvocationTargetException e) {
                System.out.println("FAILED " + test.getName() + ": " + e.getCause());
                for (StackTraceElement frame : e.getCause().getStackTrace()) {
                    System.out.println("    at " + frame);
                }
                failures.add(test.getName());
            }
        }
        System.out.println(tests.size() - failures.size() + " of " + tests.size() + " hold");
        System.exit(failures.isEmpty() && !tests.isEmpty() ? 0 : 1);
    }

    static void that(boolean holds, Object what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    static void equal(Object expected, Object actual) {
        that(Objects.equals(expected, actual), "expected " + expected + ", got " + actual);
    }
}
