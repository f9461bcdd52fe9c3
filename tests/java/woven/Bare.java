/** What is woven runs on a JVM without Flight Recorder: no name of JFR here. */
final class Bare {
    /** Counts how often it is shown. */
    private static final class Counted {
        int shown;

        @Override
        public String toString() {
            shown++;
            return "counted";
        }
    }

    static void plainOnesAloneRunWithoutFlightRecorder() {
        try {
            Class.forName("jdk.jfr.Event");
            throw new AssertionError("there is a Flight Recorder");
        } catch (ClassNotFoundException expected) {
            // As it should be.
        }
        Counted plain = new Counted();
        Pointed.plainEntered(plain, () -> Pointed.blocked(() -> Pointed.waiting(Subject::nothing)));
        Check.equal(1, plain.shown);
        Counted ended = new Counted();
        try {
            Pointed.plainThrown(ended, Subject::fail);
            throw new AssertionError("nothing thrown");
        } catch (IllegalArgumentException expected) {
            Check.equal(1, ended.shown);
        }
        Counted recorded = new Counted();
        Pointed.entered(recorded, () -> Subject.split(recorded, () -> Subject.waits(recorded, Subject::nothing)));
        Check.equal("result", Subject.deferred("result", Subject::nothing));
        Check.equal(0, recorded.shown);
    }
}
