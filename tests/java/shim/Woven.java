import weave.runtime.Shim;

/** Stands for woven methods and their adapters: the calls, in the order and with the care of generated code. */
final class Woven {
    static final int ENTER = 0;
    static final int REENTRANT = Shim.REENTRANT;
    static final int EXCEPTIONS = Shim.EXCEPTION_PAYLOADS;
    static final int OWN = Shim.OWN_EVENT | Shim.EXCEPTION_PAYLOADS;
    static final int EXIT = Shim.NAME_AT_END | Shim.ON_EXIT;
    static final int RETURN = Shim.NAME_AT_END | Shim.ON_RETURN;
    static final int EXCEPTION = Shim.NAME_AT_END | Shim.ON_EXCEPTION;

    /** How often the code behind the guard, which makes a name, was run. */
    static int named;

    private Woven() {}

    interface Body {
        void run() throws Exception;
    }

    /** One interception of a method {@code call}. The name is null or text. */
    static void call(Object probe, int id, int flags, String name, Body body) {
        call(probe, id, flags, name, null, null, body);
    }

    static void call(Object probe, int id, int flags, String name, String type, Object object, Body body) {
        Object token = null;
        if (Shim.recording(probe)) {
            token = Shim.enter(probe, id, flags, "Woven", "call");
            if (token != null && (flags & Shim.NAME_AT_END) == 0) {
                give(token, name, type, object);
            }
        }
        try {
            body.run();
        } catch (Throwable t) {
            if (token != null && (flags & (Shim.ON_EXIT | Shim.ON_EXCEPTION)) != 0) {
                give(token, name, type, object);
            }
            fail(token, t);
            throw Woven.<RuntimeException>unchecked(t);
        }
        if (token != null && (flags & (Shim.ON_EXIT | Shim.ON_RETURN)) != 0) {
            give(token, name, type, object);
        }
        exit(token);
    }

    /** The method returns: what an adapter does then. */
    static void exit(Object token) {
        commit(Shim.returned(token));
    }

    /** The method throws. */
    static void fail(Object token, Throwable t) {
        commit(Shim.thrown(token, t));
    }

    private static void commit(Object event) {
        if (event != null) {
            ((jdk.jfr.Event) event).commit();
        }
    }

    private static void give(Object token, String name, String type, Object object) {
        named++;
        Shim.controlObject(token, object);
        Shim.name(token, name, type);
    }

    /** The same exception, whatever it is. */
    @SuppressWarnings("unchecked")
    static <T extends Throwable> T unchecked(Throwable t) throws T {
        throw (T) t;
    }

    static void throwing(Woven.Body body) {
        try {
            body.run();
            throw new AssertionError("nothing thrown");
        } catch (IllegalArgumentException expected) {
            // As it should be.
        } catch (Exception other) {
            throw new AssertionError(other);
        }
    }

    static void fail() {
        throw new IllegalArgumentException("no such table");
    }

    static void nothing() {}

    static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
