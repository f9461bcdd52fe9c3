import java.util.Arrays;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** Labels of objects, payloads that are outermost ones only, and the texts of allow rules, woven. */
final class Labels {
    private static List<String> list(String... names) {
        return Arrays.asList(names);
    }

    static void aLabelIsShownWhereverTheObjectIsThis() {
        Labelled before = Labelled.make("before");
        Tape tape = Tape.start();
        before.show(Subject::nothing);
        before.show(Subject::nothing);
        Labelled.make("now").show(Subject::nothing);
        Check.equal(list("show before", "show before", "show now"), tape.payloads());
    }

    static void anObjectWithoutOneIsShownAsItsClass() {
        Tape tape = Tape.start();
        new Labelled().show(Subject::nothing);
        new Labelled() { }.show(Subject::nothing);
        Check.equal(list("show Labelled", "show Labels$1"), tape.payloads());
    }

    static void aStaticMethodHasNone() {
        Tape tape = Tape.start();
        Labelled.still();
        Check.equal(list("still null"), tape.payloads());
    }

    static void aLabelIsBlankedAndCut() {
        Tape tape = Tape.start();
        Labelled.make("secret").show(Subject::nothing);
        Labelled.make("0123456789").show(Subject::nothing);
        Check.equal(list("show ***", "show 01234567\u2026"), tape.payloads());
    }

    static void labelsAreForgottenWithTheirObjects() {
        for (int i = 0; i < 100_000; i++) {
            Labelled.make("many");
        }
        Tape tape = Tape.start();
        Labelled.make("one").show(Subject::nothing);
        Check.equal(list("show one"), tape.payloads());
    }

    static void anOutermostOneLeavesAnOpenPayloadAsItIs() {
        Tape tape = Tape.start();
        Labelled outside = Labelled.make("outside");
        outside.outer(() -> Labelled.make("inside").show(Subject::nothing));
        Check.equal(list("outer outside"), tape.payloads());
    }

    static void oneThatIsNotReplacesIt() {
        Tape tape = Tape.start();
        Labelled.make("outside").outer(() -> Labelled.make("inside").inner(Subject::nothing));
        Check.equal(list("inner inside"), tape.payloads());
    }

    static void afterItTheNextOneIsOutermostAgain() {
        Tape tape = Tape.start();
        Shown.thrown(() -> Labelled.make("a").outer(Subject::fail));
        Labelled.make("b").show(Subject::nothing);
        Labelled.make("c").show(() -> Labelled.make("d").outer(Subject::nothing));
        Check.equal(list("show b", "outer d"), tape.payloads());
    }

    static void aControlObjectThatWasNeverOpenedHasTheNameOfItsClass() {
        Tape tape = Tape.start();
        Labelled object = Labelled.make("a");
        object.outer(Subject::nothing);
        object.outer(Subject::nothing);
        List<RecordedEvent> events = tape.stop();
        Check.equal(list("NAME Labelled", "Payload outer a", "Payload outer a"), Shown.all(events));
        Check.equal(events.get(0).getLong("controlObject"), events.get(2).getLong("controlObject"));
    }

    static void theTextOfAnAllowRuleHasTheArgumentsThatThereAre() {
        Tape tape = Tape.start();
        Labelled.Texts.none();
        Labelled.Texts.one("a");
        Labelled.Texts.two(1L << 40, "secret");
        Labelled.Texts.one(null);
        Check.equal(list("none() ", "one(a) ", "two(1099511627776) ***", "one(null) "), tape.payloads());
    }

    static void argsShowsAllArguments() {
        Tape tape = Tape.start();
        Labelled.All all = new Labelled.All();
        all.none();
        Labelled.All.one(true);
        all.three(-1L, new Object[] {"a", null}, 0.5);
        Check.equal(list("none()", "one(true)", "three(-1, [a, null], 0.5)"), tape.payloads());
    }
}
