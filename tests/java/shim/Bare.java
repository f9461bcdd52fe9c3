import weave.runtime.Shim;

/** What holds on a JVM without Flight Recorder, and where weave is killed: no name of JFR here. */
final class Bare {
    private static Object bind(String key) {
        return Shim.bind(1, key, "gen." + Character.toUpperCase(key.charAt(0)) + key.substring(1) + "Events", "control-objects,eager", Bare.class);
    }

    /** Plain interceptions work, nothing is recorded. */
    static void withoutJfr() {
        Object jdbc = bind("jdbc");
        Check.that(jdbc != null && Shim.active(jdbc), "active");
        Check.that(!Shim.recording(jdbc), "not recording");
        Check.equal(null, Shim.enter(jdbc, 1, 0, "Woven", "call"));
        Woven.call(jdbc, 1, 0, "x", Woven::nothing);
        Object token = Shim.plain(jdbc, 1);
        Check.that(token != null, "plain");
        Check.equal(null, Shim.plain(jdbc, 1));
        Shim.leave(token);
        Shim.openControlObject(jdbc, "x", "x");
        Shim.closeControlObject(jdbc, "x");
        Shim.exitState(Shim.enterState(jdbc, 1));
        Shim.restartTiming(jdbc);
        Shim.restartTimingAndLocation(jdbc);
        Check.equal("***", Shim.redacted(Shim.shown("x", 10), 10, "x"));
        Check.that(Shim.active(jdbc), "still active");
    }

    /** Nothing runs, plain interceptions included. */
    static void killed() {
        Object jdbc = bind("jdbc");
        Check.equal(null, jdbc);
        Check.that(!Shim.active(jdbc) && !Shim.recording(jdbc), "off");
        Check.equal(null, Shim.enter(jdbc, 1, 0, "Woven", "call"));
        Check.equal(null, Shim.plain(jdbc, 1));
        Check.equal(null, Shim.enterState(jdbc, 1));
        Shim.openControlObject(jdbc, "x", "x");
        Shim.closeControlObject(jdbc, "x");
        Shim.exit(null);
        Shim.fail(null, null);
        Shim.leave(null);
        Shim.exitState(null);
        Shim.restartTiming(jdbc);
    }

    /** With {@code -Dweave.disable=jdbc,http}. */
    static void someDisabled() {
        Check.equal(null, bind("jdbc"));
        Check.equal(null, bind("http"));
        Check.that(Shim.active(bind("slow")), "another one");
    }

    static void notKilled() {
        Check.that(Shim.active(bind("jdbc")), "active");
    }
}
