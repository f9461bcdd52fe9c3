import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import weave.runtime.Shim;

/** Payload interceptions and allow rules. */
final class Payloads {
    private static final Object JDBC = Bound.JDBC;
    private static final Object HTTP = Bound.HTTP;

    private static List<String> list(String... names) {
        return Arrays.asList(names);
    }

    static void aCallIsAnEventWithAllFields() {
        Tape tape = Tape.start();
        Woven.call(JDBC, 1, 0, "select 1", "Query", null, () -> Woven.sleep(30));
        RecordedEvent event = tape.only();
        Check.equal("weave.jdbc.Payload", event.getEventType().getName());
        Check.equal("select 1", event.getString("payload"));
        Check.equal("Query", event.getString("type"));
        Check.equal("Woven", Tape.className(event, "declaringClass"));
        Check.equal("call", event.getString("method"));
        Check.equal(null, event.getString("exception"));
        Check.equal(0L, event.getLong("outer"));
        Check.equal(0L, event.getLong("controlObject"));
        Check.equal(0, event.getInt("depth"));
        Check.that(event.getLong("id") > 0, event);
        Check.that(Tape.millis(event) >= 29, event);
        Check.equal(Thread.currentThread().getName(), event.getThread().getJavaName());
        Check.that(event.getStackTrace().getFrames().toString().length() > 0, event);
        Check.equal("weave.runtime.jfr.Rule", event.getEventType().getAnnotationElements().stream()
                .map(a -> a.getTypeName()).filter(n -> n.startsWith("weave.")).findFirst().orElse(null));
    }

    static void theWovenMethodIsBelowFewFramesOfOurs() {
        Tape tape = Tape.start();
        Woven.call(JDBC, 1, 0, "x", Woven::nothing);
        RecordedEvent event = tape.only();
        List<String> frames = new ArrayList<>();
        event.getStackTrace().getFrames().forEach(f -> frames.add(f.getMethod().getType().getName()));
        Check.equal("Woven", frames.get(2));
    }

    /** Of many in a second only some are timed: their weights are those of all. */
    static void theTimedPayloadsStandForAll() throws Exception {
        Class<?> slotType = Class.forName("weave.runtime.Slot");
        Class<?> activityType = Class.forName("weave.runtime.Activity");
        Object slot = made(slotType);
        Object activity = made(activityType);
        java.lang.reflect.Method weight = slotType.getDeclaredMethod("weight", activityType);
        weight.setAccessible(true);
        java.lang.reflect.Method advance = activityType.getDeclaredMethod("advance");
        advance.setAccessible(true);
        int all = 1000 + 64 * 1000;
        for (int second = 0; second < 2; second++) {
            int[] timed = new int[2];
            int stoodFor = 0;
            for (int i = 0; i < all; i++) {
                int one = ((Number) weight.invoke(slot, activity)).intValue();
                Check.that(i >= 1000 || one == 1, i);
                timed[i % 2] += i >= 1000 && one > 0 ? 1 : 0;
                stoodFor += Math.max(one, 0);
            }
            // Those that take turns are timed alike.
            Check.that(timed[0] > 400 && timed[0] < 600 && timed[1] > 400 && timed[1] < 600, timed[0] + " " + timed[1]);
            Check.that(stoodFor > all - 128 && stoodFor < all + 128, stoodFor);
            advance.invoke(activity);
        }
    }

    private static Object made(Class<?> type) throws Exception {
        java.lang.reflect.Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    static void anInnerInterceptionChangesTheOpenPayload() {
        Tape tape = Tape.start();
        Object first = new Object();
        Object second = new Object();
        Woven.call(JDBC, 1, 0, "outer", "Query", first, () -> {
            Woven.sleep(20);
            Woven.call(JDBC, 2, 0, "inner", "Update", second, () -> Woven.sleep(20));
            Woven.sleep(20);
        });
        Woven.call(JDBC, 1, 0, "other", null, second, Woven::nothing);
        List<RecordedEvent> events = tape.stop();
        Check.equal(2, events.size());
        Check.equal("inner", events.get(0).getString("payload"));
        Check.equal("Update", events.get(0).getString("type"));
        Check.that(Tape.millis(events.get(0)) >= 58, events.get(0));
        Check.equal(events.get(1).getLong("controlObject"), events.get(0).getLong("controlObject"));
        Check.equal("other", events.get(1).getString("payload"));
        Check.equal(null, events.get(1).getString("type"));
    }

    static void theLastInnerNameStaysAndANullChangesNothing() {
        Tape tape = Tape.start();
        Woven.call(JDBC, 1, 0, "outer", "Query", null, () -> {
            Woven.call(JDBC, 2, 0, "first", Woven::nothing);
            Woven.call(JDBC, 3, 0, "second", Woven::nothing);
            Woven.call(JDBC, 2, 0, null, "Update", new Object(), Woven::nothing);
        });
        RecordedEvent event = tape.only();
        Check.equal("second", event.getString("payload"));
        Check.equal("Query", event.getString("type"));
        Check.equal(0L, event.getLong("controlObject"));
    }

    private static void recurse(int id, int flags, int depth) {
        Woven.call(JDBC, id, flags, "level " + depth, () -> {
            if (depth < 3) {
                recurse(id, flags, depth + 1);
            }
        });
    }

    static void aReentrantInterceptionIsOneEventWithTheInnermostName() {
        Tape tape = Tape.start();
        recurse(1, Woven.REENTRANT, 0);
        recurse(1, Woven.REENTRANT, 2);
        Check.equal(list("level 3", "level 3"), tape.payloads());
    }

    static void aNonReentrantInterceptionIsNotCalledInsideItself() {
        Tape tape = Tape.start();
        Woven.named = 0;
        recurse(1, 0, 0);
        Check.equal(1, Woven.named);
        Woven.call(JDBC, 1, 0, "a", () -> Woven.call(JDBC, 2, Woven.REENTRANT, "b", () -> {
            Woven.call(JDBC, 1, 0, "no", Woven::nothing);
            Woven.call(JDBC, 2, Woven.REENTRANT, "c", () -> Woven.call(JDBC, 1, 0, "no", Woven::nothing));
        }));
        Check.equal(4, Woven.named);
        Check.equal(list("level 0", "c"), tape.payloads());
    }

    static void recursionIsOfTheProbeAndTheInterceptionAlone() {
        Tape tape = Tape.start();
        Woven.call(JDBC, 1, 0, "jdbc", () -> Woven.call(HTTP, 1, 0, "http", () -> Woven.call(HTTP, 2, 0, "inner", Woven::nothing)));
        List<RecordedEvent> events = tape.stop();
        Check.equal("weave.http.Payload inner", events.get(0).getEventType().getName() + " " + events.get(0).getString("payload"));
        Check.equal("weave.jdbc.Payload jdbc", events.get(1).getEventType().getName() + " " + events.get(1).getString("payload"));
        Check.equal(0L, events.get(0).getLong("outer"));
        Check.equal(2, events.size());
    }

    static void twoBindingsOfOneProbeShareItsPayload() {
        Object other = Shim.bind(1, "jdbc", "gen.JdbcEvents", "control-objects", Payloads.class);
        Tape tape = Tape.start();
        Woven.call(JDBC, 1, 0, "one jar", () -> Woven.call(other, 2, 0, "another jar", Woven::nothing));
        Check.equal(list("another jar"), tape.payloads());
    }

    static void anAllowRuleMakesAnEventPerCallLinkedToTheOuterOne() {
        Tape tape = Tape.start();
        Woven.call(JDBC, 1, Woven.OWN, "a", () -> Woven.call(JDBC, 1, Woven.OWN, "b", () -> Woven.call(JDBC, 2, Woven.OWN, "c", Woven::nothing)));
        List<RecordedEvent> events = tape.stop();
        Check.equal(3, events.size());
        Check.equal("c", events.get(0).getString("payload"));
        Check.equal(events.get(1).getLong("id"), events.get(0).getLong("outer"));
        Check.equal(events.get(2).getLong("id"), events.get(1).getLong("outer"));
        Check.equal(0L, events.get(2).getLong("outer"));
        Check.equal(2, events.get(0).getInt("depth"));
        Check.equal(0, events.get(2).getInt("depth"));
    }

    static void interceptionsAndAllowRulesOfOneProbe() {
        Tape tape = Tape.start();
        Woven.call(JDBC, 1, 0, "interception", () -> Woven.call(JDBC, 9, Woven.OWN, "allowed", () -> Woven.call(JDBC, 2, 0, "renamed", Woven::nothing)));
        Woven.call(JDBC, 9, Woven.OWN, "allowed", () -> Woven.call(JDBC, 1, 0, "inside", Woven::nothing));
        List<RecordedEvent> events = tape.stop();
        List<String> names = new ArrayList<>();
        events.forEach(e -> names.add(e.getString("payload")));
        Check.equal(list("allowed", "renamed", "inside", "allowed"), names);
        Check.equal(events.get(1).getLong("id"), events.get(0).getLong("outer"));
        Check.equal(events.get(3).getLong("id"), events.get(2).getLong("outer"));
    }

    static void payloadsAtTheEndHaveTheWholeDuration() {
        Tape tape = Tape.start();
        Woven.call(JDBC, 1, Woven.EXIT, "exit", () -> Woven.sleep(25));
        Woven.call(JDBC, 2, Woven.RETURN, "return", () -> Woven.sleep(25));
        Woven.throwing(() -> Woven.call(JDBC, 3, Woven.EXCEPTION, "exception", () -> {
            Woven.sleep(25);
            Woven.fail();
        }));
        List<RecordedEvent> events = tape.stop();
        Check.equal(3, events.size());
        for (RecordedEvent event : events) {
            Check.that(Tape.millis(event) >= 24, event);
        }
    }

    static void exceptionsAreRecordedAsTheInterceptionSays() {
        Tape tape = Tape.start();
        for (int flags : new int[] {0, Woven.EXCEPTIONS, Woven.EXIT, Woven.RETURN, Woven.RETURN | Woven.EXCEPTIONS, Woven.EXCEPTION, Woven.OWN}) {
            Woven.throwing(() -> Woven.call(JDBC, 1, flags, "thrown " + flags, Woven::fail));
            Woven.call(JDBC, 1, flags, "returned " + flags, Woven::nothing);
        }
        List<RecordedEvent> events = tape.stop();
        List<String> names = new ArrayList<>();
        for (RecordedEvent event : events) {
            names.add(event.getString("payload"));
            Check.equal(event.getString("payload").startsWith("thrown") ? "java.lang.IllegalArgumentException: no such table" : null, event.getString("exception"));
        }
        Check.equal(list("returned 0", "thrown " + Woven.EXCEPTIONS, "returned " + Woven.EXCEPTIONS, "thrown " + Woven.EXIT, "returned " + Woven.EXIT,
                "returned " + Woven.RETURN, "returned " + (Woven.RETURN | Woven.EXCEPTIONS), "thrown " + Woven.EXCEPTION, "thrown " + Woven.OWN, "returned " + Woven.OWN), names);
    }

    static void theOutermostExitDecidesAboutExceptions() {
        Tape tape = Tape.start();
        Woven.call(JDBC, 1, 0, "outer", () -> Woven.throwing(() -> Woven.call(JDBC, 2, 0, "inner", Woven::fail)));
        Woven.throwing(() -> Woven.call(JDBC, 1, 0, "outer 2", () -> Woven.call(JDBC, 2, Woven.EXCEPTIONS, "inner 2", Woven::fail)));
        Woven.throwing(() -> Woven.call(JDBC, 1, Woven.EXCEPTIONS, "outer 3", () -> Woven.call(JDBC, 2, 0, "inner 3", Woven::fail)));
        Check.equal(list("inner", "inner 3"), tape.payloads());
    }

    static void atTheEndAnInnerNameIsNotOverwritten() {
        Tape tape = Tape.start();
        Woven.call(JDBC, 1, Woven.EXIT, "outer", "Query", null, () -> Woven.call(JDBC, 2, Woven.EXIT, "inner", Woven::nothing));
        Woven.call(JDBC, 1, Woven.EXIT, null, () -> Woven.call(JDBC, 2, Woven.EXIT, "inner 2", Woven::nothing));
        RecordedEvent event = tape.only();
        Check.equal("inner", event.getString("payload"));
        Check.equal("Query", event.getString("type"));
    }

    static void aNullNameDiscardsAndLeavesNothing() {
        Tape tape = Tape.start();
        Woven.call(JDBC, 1, 0, null, () -> {
            Woven.call(JDBC, 2, 0, "outermost now", Woven::nothing);
            Woven.call(JDBC, 1, 0, "not a recursion", Woven::nothing);
        });
        Woven.call(JDBC, 1, Woven.OWN, null, () -> Woven.call(JDBC, 2, Woven.OWN, "top", Woven::nothing));
        Woven.call(JDBC, 1, Woven.EXIT, null, Woven::nothing);
        List<RecordedEvent> events = tape.stop();
        List<String> names = new ArrayList<>();
        events.forEach(e -> names.add(e.getString("payload")));
        Check.equal(list("outermost now", "not a recursion", "top"), names);
        Check.equal(0L, events.get(2).getLong("outer"));
    }

    static void lostTokensAreClosedByWhoeverIsBelow() {
        Tape tape = Tape.start();
        Woven.call(JDBC, 1, 0, "kept", () -> {
            Object lost = Shim.enter(JDBC, 2, 0, "Woven", "call");
            Shim.name(lost, "renamed", null);
            Object own = Shim.enter(JDBC, 3, Woven.OWN, "Woven", "call");
            Shim.name(own, "lost", null);
            Shim.plain(JDBC, 4);
        });
        Woven.call(JDBC, 2, 0, "next", Woven::nothing);
        List<RecordedEvent> events = tape.stop();
        Check.equal(2, events.size());
        Check.equal("renamed", events.get(0).getString("payload"));
        Check.equal("next", events.get(1).getString("payload"));
        Check.equal(0, events.get(1).getInt("depth"));
    }

    static void anExitThatIsNotOnTheStackIsIgnored() throws Exception {
        Tape tape = Tape.start();
        Object token = Shim.enter(JDBC, 1, 0, "Woven", "call");
        Shim.name(token, "once", null);
        Thread thread = new Thread(() -> {
            Woven.exit(token);
            Woven.fail(token, new Exception());
        });
        thread.start();
        thread.join();
        Woven.call(JDBC, 2, 0, "still inside", Woven::nothing);
        Woven.exit(token);
        Woven.exit(token);
        Woven.fail(token, new Exception());
        Woven.exit(null);
        Woven.fail(null, null);
        Woven.exit("no token");
        Shim.constructed(token);
        Shim.name(token, "late", null);
        Check.equal(list("still inside"), tape.payloads());
    }

    static void aTokenLostUnderEverythingIsFoundInTheEnd() throws Exception {
        Tape tape = Tape.start();
        Thread thread = new Thread(() -> {
            Shim.name(Shim.enter(JDBC, 1, 0, "Woven", "elsewhere"), "lost", null);
            for (int i = 0; i < 100; i++) {
                Woven.call(JDBC, 1, 0, "again", Woven::nothing);
            }
        });
        thread.start();
        thread.join();
        int found = tape.payloads().size();
        Check.that(found >= 36, found);
    }

    static void whatIsReallyOpenIsNotTakenForLost() {
        Tape tape = Tape.start();
        Woven.call(JDBC, 1, Woven.OWN, "outer", () -> Woven.call(HTTP, 1, 0, "http", () -> {
            for (int i = 0; i < 5000; i++) {
                Woven.call(JDBC, 2, Woven.OWN, "inner", Woven::nothing);
            }
        }));
        List<RecordedEvent> events = tape.stop();
        Check.equal(5002, events.size());
        long outer = events.get(5001).getLong("id");
        for (RecordedEvent event : events.subList(0, 5000)) {
            Check.equal(outer, event.getLong("outer"));
        }
    }

    /** A method whose end may never come, as that of a thread that was stopped. */
    private static void entered(String name, boolean ends) {
        Object token = Shim.enter(JDBC, 1, 0, "Payloads", "entered");
        Shim.name(token, name, null);
        if (ends) {
            Woven.exit(token);
        }
    }

    static void aTokenThatIsLostIsFoundByTheNextCall() {
        Tape tape = Tape.start();
        for (int i = 0; i < 5; i++) {
            entered("lost", false);
            entered("ends", true);
            entered("lost", false);
            Woven.call(JDBC, 2, 0, "another", Woven::nothing);
        }
        List<RecordedEvent> events = tape.stop();
        Check.equal(10, events.size());
        for (RecordedEvent event : events) {
            Check.equal(0, event.getInt("depth"));
            Check.equal(0L, event.getLong("outer"));
            Check.that(!event.getString("payload").equals("lost"), event);
        }
    }

    static void oneThatHasFailedIsLeftAtOnce() {
        Tape tape = Tape.start();
        for (int i = 0; i < 100; i++) {
            Object token = Shim.enter(JDBC, 1, 0, "Woven", "call");
            Shim.lost(token);
            Woven.call(JDBC, 1, 0, "next", Woven::nothing);
            Object plain = Shim.plain(JDBC, 3);
            Check.that(plain != null, "the plain one is gone");
            Shim.lost(plain);
            Shim.lost(Shim.enterState(JDBC, 1));
        }
        List<String> payloads = new ArrayList<>();
        for (RecordedEvent event : tape.stop()) {
            if (event.hasField("payload")) {
                payloads.add(event.getString("payload"));
            }
        }
        Check.equal(Collections.nCopies(100, "next"), payloads);
    }

    static void constructorsAreOpenFromSuperOn() {
        Tape tape = Tape.start();
        Object token = Shim.enter(JDBC, 1, Shim.CONSTRUCTOR | Shim.CALL_SITE, "Woven", "<init>");
        Shim.name(token, "object", null);
        Woven.call(JDBC, 2, 0, "in super", Woven::nothing);
        Woven.sleep(20);
        Shim.constructed(token);
        Woven.call(JDBC, 3, 0, "in body", Woven::nothing);
        Woven.exit(token);
        List<RecordedEvent> events = tape.stop();
        Check.equal(2, events.size());
        Check.equal("in super", events.get(0).getString("payload"));
        Check.equal("in body", events.get(1).getString("payload"));
        Check.equal("<init>", events.get(1).getString("method"));
        Check.that(Tape.millis(events.get(1)) >= 19, events.get(1));
    }

    static void aNameAtTheEndLeavesThatOfTheInnermostCall() {
        // At call sites: no frame of this stack is that of such a method.
        int flags = Shim.CALL_SITE | Shim.REENTRANT | Shim.NAME_AT_END | Shim.ON_RETURN;
        Tape tape = Tape.start();
        for (boolean inside : new boolean[] {false, true}) {
            Object around = inside ? Shim.enter(JDBC, 9, Shim.CALL_SITE, "Woven", "around") : null;
            Shim.name(around, "around", null);
            Object[] tokens = new Object[3];
            for (int i = 0; i < tokens.length; i++) {
                tokens[i] = Shim.enter(JDBC, 1, flags, "Woven", "recursive");
            }
            for (int i = tokens.length; i-- > 0;) {
                Shim.name(tokens[i], "level " + i, i == 1 ? "Kind" : null);
                Woven.exit(tokens[i]);
            }
            Woven.exit(around);
        }
        List<RecordedEvent> events = tape.stop();
        Check.equal(2, events.size());
        for (RecordedEvent event : events) {
            Check.equal("level 2", event.getString("payload"));
            Check.equal("Kind", event.getString("type"));
        }
    }

    static void oneThatWasMadeForTheCallOfSuperIsLost() {
        Tape tape = Tape.start();
        Object outer = constructing(JDBC, 1, 0, "outer");
        Object inner = constructing(JDBC, 1, 0, "lost");
        Shim.constructed(inner);
        Shim.constructed(outer);
        Woven.exit(outer);
        Check.equal(list("outer"), tape.payloads());
    }

    private static Object constructing(Object probe, int id, int flags, String name) {
        Object token = Shim.enter(probe, id, Shim.CONSTRUCTOR | flags, "Woven", "<init>");
        Shim.name(token, name, null);
        return token;
    }

    static void twoProbesOfOneConstructorRecordIt() {
        Tape tape = Tape.start();
        Object first = constructing(JDBC, 1, 0, "first");
        Object second = constructing(HTTP, 1, Woven.OWN, "second");
        Object lost = Shim.enter(JDBC, 9, 0, "Woven", "lost in super");
        Shim.name(lost, "lost", null);
        Shim.constructed(first);
        Shim.constructed(second);
        Woven.call(JDBC, 3, 0, "in body", Woven::nothing);
        Woven.exit(second);
        Woven.exit(first);
        Check.equal(list("second", "in body"), tape.payloads());
    }

    static void twoInterceptionsOfOneConstructorMakeOnePayload() {
        Tape tape = Tape.start();
        Object first = constructing(JDBC, 1, 0, "first");
        Object second = constructing(JDBC, 2, 0, "second");
        Object own = constructing(JDBC, 3, Woven.OWN, "own");
        Shim.constructed(first);
        Shim.constructed(second);
        Shim.constructed(own);
        Woven.exit(own);
        Woven.exit(second);
        Woven.exit(first);
        List<RecordedEvent> events = tape.stop();
        Check.equal(2, events.size());
        Check.equal("own", events.get(0).getString("payload"));
        Check.equal("second", events.get(1).getString("payload"));
        Check.equal(events.get(1).getLong("id"), events.get(0).getLong("outer"));
        Check.equal(1, events.get(0).getInt("depth"));
    }

    static void aConstructorWhoseSuperThrowsLeavesNothing() {
        Tape tape = Tape.start();
        Woven.call(JDBC, 5, 0, "outer", () -> {
            Object token = Shim.enter(JDBC, 1, Shim.CONSTRUCTOR | Woven.EXCEPTIONS, "Woven", "<init>");
            Shim.name(token, "never made", null);
        });
        Object token = Shim.enter(JDBC, 1, Shim.CONSTRUCTOR, "Woven", "<init>");
        Shim.name(token, "never made", null);
        Object unnamed = Shim.enter(JDBC, 1, Shim.CONSTRUCTOR, "Woven", "<init>");
        Shim.name(unnamed, null, null);
        Shim.constructed(unnamed);
        Woven.call(JDBC, 1, 0, "next", Woven::nothing);
        Check.equal(list("outer", "next"), tape.payloads());
    }

    static void aConstructorInsideAPayloadRenamesItWhenItIsMade() {
        Tape tape = Tape.start();
        Woven.call(JDBC, 5, 0, "outer", () -> {
            Object token = Shim.enter(JDBC, 1, Shim.CONSTRUCTOR, "Woven", "<init>");
            Shim.name(token, "made", "Update");
            Object lost = Shim.enter(JDBC, 2, 0, "Woven", "lost in super");
            Shim.name(lost, "lost", null);
            Shim.constructed(token);
            Woven.exit(lost);
            Woven.call(JDBC, 2, 0, null, Woven::nothing);
            Woven.exit(token);
        });
        RecordedEvent event = tape.only();
        Check.equal("made", event.getString("payload"));
        Check.equal("Update", event.getString("type"));
    }

    /** The event lacks what had passed, since {@code before}, when its clock was started again. */
    private static void restarted(RecordedEvent event, long before, long millis) {
        long most = event.getEndTime().toEpochMilli() - before - millis + 2;
        Check.that(Tape.millis(event) <= most, event + " longer than " + most);
    }

    static void restartTimingStartsTheClockAgain() {
        Tape tape = Tape.start();
        long before = System.currentTimeMillis();
        Woven.call(JDBC, 1, 0, "outer", () -> {
            Woven.sleep(60);
            Shim.restartTiming(JDBC);
            Shim.restartTiming(HTTP);
            Woven.sleep(10);
        });
        Shim.restartTiming(JDBC);
        RecordedEvent event = tape.only();
        Check.that(Tape.millis(event) >= 9, event);
        restarted(event, before, 60);
    }

    static void restartTimingReachesThePayloadOfAnAllowRule() {
        Tape tape = Tape.start();
        long before = System.currentTimeMillis();
        Woven.call(JDBC, 1, Woven.OWN, "allowed", () -> {
            Woven.sleep(40);
            Shim.restartTimingAndLocation(JDBC);
        });
        long second = System.currentTimeMillis();
        Woven.call(JDBC, 1, 0, "open", () -> {
            Woven.sleep(40);
            Woven.call(JDBC, 2, Woven.OWN, "allowed 2", () -> {
                Woven.sleep(40);
                Shim.restartTimingAndLocation(JDBC);
            });
        });
        List<RecordedEvent> events = tape.stop();
        Check.equal("call", events.get(0).getString("method"));
        restarted(events.get(0), before, 40);
        Check.that(Tape.millis(events.get(1)) >= 39, events.get(1));
        restarted(events.get(2), second, 80);
    }

    static void restartTimingAndLocationMovesThePlace() {
        Tape tape = Tape.start();
        long before = 0;
        for (boolean location : new boolean[] {false, true}) {
            before = System.currentTimeMillis();
            // At call sites: no frame of this stack is that of such a method.
            Object outer = Shim.enter(JDBC, 1, Shim.CALL_SITE, "Woven", "outer");
            Shim.name(outer, "x", null);
            Woven.sleep(40);
            Object inner = Shim.enter(JDBC, 2, Shim.CALL_SITE, "Payloads", "inner");
            Shim.name(inner, "y", null);
            if (location) {
                Shim.restartTimingAndLocation(JDBC);
            } else {
                Shim.restartTiming(JDBC);
            }
            Woven.exit(inner);
            Woven.exit(outer);
        }
        List<RecordedEvent> events = tape.stop();
        Check.equal("outer", events.get(0).getString("method"));
        Check.equal("inner", events.get(1).getString("method"));
        Check.equal("Payloads", Tape.className(events.get(1), "declaringClass"));
        restarted(events.get(1), before, 40);
    }

    static void aRecordingMayStartOrStopInBetween() {
        Tape[] tape = new Tape[1];
        Woven.call(JDBC, 1, 0, "began before", () -> {
            tape[0] = Tape.start();
            Woven.call(JDBC, 2, 0, "inside", Woven::nothing);
        });
        Check.equal(list("inside"), tape[0].payloads());
        Tape other = Tape.start();
        Woven.call(JDBC, 1, 0, "ends after", () -> Check.equal(Collections.emptyList(), other.payloads()));
        Tape last = Tape.start();
        Woven.call(JDBC, 1, 0, "clean", Woven::nothing);
        Woven.call(JDBC, 2, 0, "clean too", Woven::nothing);
        Check.equal(list("clean", "clean too"), last.payloads());
    }

    static void nothingRunsBehindTheGuardUnlessTheEventIsOn() {
        Woven.named = 0;
        Check.that(!Shim.recording(JDBC), "no recording");
        Woven.call(JDBC, 1, 0, "x", Woven::nothing);
        Check.equal(null, Shim.enter(JDBC, 1, 0, "Woven", "call"));
        Tape tape = Tape.start("weave.jdbc.Payload#enabled", "false");
        Check.that(!Shim.recording(JDBC), "its event is off");
        Check.that(Shim.recording(Bound.SLOW), "that of another probe is on");
        Woven.call(JDBC, 1, 0, "x", Woven::nothing);
        Woven.call(Bound.OFF, 1, 0, "x", Woven::nothing);
        Check.equal(0, Woven.named);
        Woven.call(Bound.SLOW, 1, 0, "below its threshold", Woven::nothing);
        Check.equal(1, Woven.named);
        Check.equal(Collections.emptyList(), tape.payloads());
        Tape on = Tape.start("weave.off.Payload#enabled", "true", "weave.slow.Payload#threshold", "1 ms");
        Woven.call(Bound.OFF, 1, 0, "switched on", Woven::nothing);
        Woven.call(Bound.SLOW, 1, 0, "above", () -> Woven.sleep(3));
        Check.equal(list("switched on", "above"), on.payloads());
    }

    static void nothingIsRecordedWhileAValueIsShown() {
        Object value = new Object() {
            @Override
            public String toString() {
                Check.equal(null, Shim.enter(HTTP, 1, 0, "Woven", "call"));
                Woven.call(JDBC, 2, 0, "from toString", Woven::nothing);
                Shim.restartTiming(JDBC);
                return "value";
            }
        };
        Tape tape = Tape.start();
        Woven.call(JDBC, 1, 0, "x", () -> {
            Woven.sleep(20);
            Check.equal("value", Shim.shown(value, 10));
        });
        RecordedEvent event = tape.only();
        Check.equal("x", event.getString("payload"));
        Check.that(Tape.millis(event) >= 19, event);
    }

    static void aClassThatCannotBeFoundIsLeftOut() {
        Tape tape = Tape.start();
        Object token = Shim.enter(JDBC, 1, 0, "no.such.Class", "call");
        Shim.name(token, "x", null);
        Woven.exit(token);
        RecordedEvent event = tape.only();
        Check.equal(null, event.getClass("declaringClass"));
    }

    static void aFailingExceptionIsStillAnEvent() {
        Tape tape = Tape.start();
        RuntimeException bad = new RuntimeException() {
            @Override
            public String getMessage() {
                throw new StackOverflowError();
            }
        };
        Object token = Shim.enter(JDBC, 1, Woven.EXCEPTIONS, "Woven", "call");
        Shim.name(token, "x", null);
        Woven.fail(token, bad);
        Check.equal(bad.getClass().getName() + ": ?", tape.only().getString("exception"));
    }

    private static int deep() {
        int[] result = new int[1];
        Woven.call(JDBC, 1, Woven.OWN, "deep", () -> result[0] = deep() + 1);
        return result[0];
    }

    static void aStackOverflowOfTheApplicationLeavesNothing() throws Exception {
        Tape tape = Tape.start("weave.jdbc.Payload#stackTrace", "false");
        Throwable[] failure = new Throwable[1];
        Thread thread = new Thread(null, () -> {
            for (int i = 0; i < 20; i++) {
                try {
                    deep();
                } catch (StackOverflowError expected) {
                    // As it should be.
                } catch (Throwable t) {
                    failure[0] = t;
                }
            }
            Woven.call(JDBC, 2, 0, "after", Woven::nothing);
        }, "deep", 256 << 10);
        thread.start();
        thread.join();
        Check.equal(null, failure[0]);
        RecordedEvent last = null;
        for (RecordedEvent event : tape.stop()) {
            last = event;
        }
        Check.equal("after", last.getString("payload"));
        Check.equal(0L, last.getLong("outer"));
        Tape again = Tape.start();
        Woven.call(JDBC, 1, 0, "still on", Woven::nothing);
        Check.equal(list("still on"), again.payloads());
    }
}
