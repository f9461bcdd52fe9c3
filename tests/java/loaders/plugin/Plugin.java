package plugin;

import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Event;

/** What a host loads in a class loader of its own, and drops: every kind of interception. */
public class Plugin {
    /** Stay open, and are known by whoever has this loader alone. */
    private static final List<Object> OPEN = new ArrayList<>();

    public static class Hand extends Event {
        int n;
    }

    /** All of it, some times. */
    public static void run() {
        for (int i = 0; i < 3; i++) {
            pay(new Plugin());
            OPEN.add(open(i));
            use(new StringBuilder("used " + i));
            split(2);
            service(i);
            sum(i);
            waits(i);
            stated(i);
            once(i);
            new Made(i);
            handled(i);
            try {
                fails(i);
            } catch (IllegalStateException e) {
                // As it should.
            }
        }
    }

    /** The same of what is not woven: what JFR itself keeps alive. */
    public static void written() {
        for (int i = 0; i < 3; i++) {
            Hand hand = new Hand();
            hand.n = i;
            hand.commit();
        }
    }

    /** A call alone, which needs no class that others have not loaded. */
    public static int again(int n) {
        return split(0) + once(n) + service(n);
    }

    static Object pay(Object n) {
        return n;
    }

    static Object open(int n) {
        return new StringBuilder("o" + n);
    }

    static void use(Object object) {}

    static int split(int n) {
        return n == 0 ? 0 : split(n - 1);
    }

    static int service(int n) {
        return n;
    }

    static int sum(int n) {
        return n;
    }

    static int waits(int n) {
        return n;
    }

    static int stated(int n) {
        return n;
    }

    static int once(int n) {
        return n;
    }

    static int handled(int n) {
        return n;
    }

    static int fails(int n) {
        throw new IllegalStateException("it fails");
    }

    /** A telemetry. */
    public static int size() {
        return OPEN.size();
    }

    /** Names what was never opened. */
    public static String name(Object object) {
        return "name of " + object;
    }

    static final class Made {
        Made(int n) {}
    }
}
