/**
 * The calls that a thread makes over and over, and what is recorded of them. The text of an event is its thread, the number of the
 * round and a step, from which everything else about the event follows.
 */
final class Round {
    /** Steps of which each is a payload event of the probe {@code pay}; the methods that the events name. */
    static final String[] PAY = {"outer", "again", "again", "fails", "<init>", "deferred", "uses", "uses"};
    /** The steps of {@code pay} that end by an exception. */
    static final int FAILING = 1 << 2 | 1 << 3;
    /** The first step that ends a use of a control object which is open. */
    static final int USES = 6;
    /** Steps of the splits, and the step that each is inside of; -1 is none. */
    static final int[] TREE = {-1, 0, 1, 0};
    /** How deep the calls of {@code own} are, whose events tell no round; and how many of them end by an exception. */
    static final int OWN = 5;
    static final int OWN_FAILING = 3;
    /** Events of each round: payloads, splits and their payload, own ones, opened and closed, thread states. */
    static final int EVENTS = PAY.length + TREE.length + 1 + OWN + 2 + 2;

    private static final Subject.Body NOTHING = () -> {};

    private Round() {}

    static String text(int thread, int round, int step) {
        return thread + " " + round + " " + step;
    }

    private static void thrown(Subject.Body body) {
        try {
            body.run();
        } catch (Subject.Refused e) {
            return;
        }
        throw new AssertionError("nothing thrown");
    }

    /** One round; {@code pause} is called inside open payloads, splits and states. */
    static void run(int thread, int round, Subject.Body pause) {
        payloads(thread, round, pause);
        thrown(() -> Subject.split(text(thread, round, 0), () -> {
            thrown(() -> Subject.split(text(thread, round, 1), () -> Subject.split(text(thread, round, 2), () -> {
                pause.run();
                throw new Subject.Refused("split");
            })));
            Subject.split(text(thread, round, 3), NOTHING);
            throw new Subject.Refused("split");
        }));
        Subject.own(OWN - 1, OWN_FAILING, pause);
        Subject.waits(() -> {
            pause.run();
            thrown(() -> Subject.blocks(NOTHING));
        });
        thrown(() -> Subject.blocks(() -> Subject.waits(NOTHING)));
        objects(thread, round, pause);
    }

    private static void payloads(int thread, int round, Subject.Body pause) {
        Subject.outer("hidden", () -> {
            pause.run();
            thrown(() -> Subject.silent("hidden", NOTHING));
            Subject.renames(text(thread, round, 0), NOTHING);
        });
        Subject.again("hidden", text(thread, round, 1), 3, false);
        thrown(() -> Subject.again("hidden", text(thread, round, 2), 5, true));
        thrown(() -> Subject.fails(text(thread, round, 3), pause));
        thrown(() -> Subject.silent("silent", pause));
        thrown(() -> new Subject.Made("early", true, false, NOTHING));
        thrown(() -> new Subject.Made("late", false, true, pause));
        new Subject.Made(text(thread, round, 4), false, false, pause);
        Subject.deferred(text(thread, round, 5), pause);
    }

    /** Of each two objects, the second one is not closed: the collector has it. */
    private static void objects(int thread, int round, Subject.Body pause) {
        Object closed = new Object();
        Subject.open(closed, text(thread, round, 0));
        Subject.uses(closed, text(thread, round, 6), pause);
        Subject.close(closed);
        Object left = new Object();
        Subject.uses(left, text(thread, round, 7), NOTHING);
    }
}
