import java.util.Arrays;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import vault.Box;
import vault.Coin;
import vault.Door;
import vault.Later;
import vault.Metal;
import vault.Safe;
import vault.Small;
import vault.Tree;
import vault.Wide;

/** What paths read that only the woven class may read, in a program that is woven with hidden.toml. */
final class Hidden {
    private static final Safe INNER = new Safe("inner", null);
    private static final Safe SAFE = safe();

    private static Safe safe() {
        return new Safe("4711", new Safe("12", INNER));
    }

    private static void payloads(Runnable body, String... expected) {
        Tape tape = Tape.start();
        body.run();
        Check.equal(Arrays.asList(expected), tape.payloads());
    }

    static void privateFieldsOfThis() {
        payloads(safe()::fields, "4711 2.5 x false acme 12");
    }

    static void privateMethodsOfThis() {
        payloads(SAFE::methods, "secret 4711 1099511627776 11 secret 12 3");
    }

    static void privateMembersOfAnotherObject() {
        payloads(() -> INNER.other(SAFE), "4711 acme secret 4711 2 x");
    }

    static void whatIsNullOnTheWayIsShownAsNull() {
        payloads(() -> SAFE.other(INNER), "inner acme secret inner null null");
        payloads(() -> SAFE.other(null), "null null null null null");
    }

    static void privateMembersOfArgumentsOfAStaticMethod() {
        payloads(() -> Safe.same(SAFE, INNER), "4711 secret inner null");
    }

    static void aPrivateMethodThatThrowsIsAQuestionMarkAndTheProgramGoesOn() {
        payloads(() -> Check.equal("as ever", SAFE.broken()), "? ? 4711");
    }

    static void protectedMembersThatAreInheritedFromAnotherPackage() {
        payloads(() -> SAFE.inherited(new Small("s")), "label stamp of small here label stamp of base");
    }

    static void anObjectOfASubclassHasThePrivateMembersToo() {
        payloads(() -> SAFE.small(new Small("s")), "s secret s label");
    }

    static void atTheEndThePrivateMembersAreAsTheMethodHasLeftThem() {
        payloads(() -> new Safe("one", INNER).ended(), "7.0 secret inner");
        payloads(() -> {
            try {
                new Safe("two", null).refuse();
                Check.that(false, "thrown");
            } catch (IllegalArgumentException e) {
                Check.equal("shut", e.getMessage());
            }
        }, "9.0 secret two shut");
    }

    static void severalInterceptionsOfOneMethod() {
        Tape tape = Tape.start("weave.second.Payload#enabled", "true");
        SAFE.twice(INNER);
        Check.equal(Arrays.asList("second secret inner 4711", "first 4711 secret inner"), tape.payloads());
    }

    static void controlObjectsAreReachedThroughPrivateFields() {
        Tape tape = Tape.start();
        INNER.owned(SAFE);
        INNER.owned(SAFE);
        INNER.owned(null);
        List<RecordedEvent> events = tape.stop();
        Check.equal(3, events.size());
        Check.that(events.get(0).getLong("controlObject") > 0, events);
        Check.equal(events.get(0).getLong("controlObject"), events.get(1).getLong("controlObject"));
        Check.equal(0L, events.get(2).getLong("controlObject"));
    }

    static void aNumberIsNoControlObject() {
        Tape tape = Tape.start();
        INNER.lent(SAFE);
        Check.equal(0L, tape.only().getLong("controlObject"));
    }

    static void aCallerReadsItsOwnPrivateMembers() {
        payloads(() -> SAFE.calling(new Box()), "4711 secret 4711");
        payloads(new Later("tag").task(new Box()), "tag tagged tag tag");
    }

    static void constantsWithWideIndices() {
        payloads(() -> new Wide().words(new Wide()), "w139 w139");
    }

    static void privateMethodsOfAnInterface() {
        Door front = () -> "front";
        Door back = () -> "back";
        payloads(() -> front.pass(back), "lock of front lock of back");
    }

    static void recordsAndEnums() {
        payloads(() -> new Coin(1, "here").weigh(new Coin(2, "there")), "1 there 2 of there");
        payloads(() -> Metal.IRON.melt(Metal.GOLD), "Fe Au GOLD Au");
        payloads(() -> Metal.GOLD.melt(Metal.IRON), "Au Fe IRON Fe");
    }

    static void membersOfTheSameNest() {
        payloads(() -> new Tree().grow(new Tree()), "root 5 fallen");
        payloads(() -> Tree.pick(Tree.leaf()), "fallen");
        payloads(() -> Tree.leaf().turn(new Tree(), Tree.leaf(), new Tree.Branch() {}), "root 5 fallen bent");
    }

    static void aConstructorHasThemWhenItsObjectIsThere() {
        Tape made = Tape.start("weave.made.Payload#enabled", "true");
        new Safe("new", null);
        Check.equal(Arrays.asList("new secret new"), made.payloads());
        Tape begun = Tape.start("weave.second.Payload#enabled", "true");
        new Safe("new", null);
        Check.equal(Arrays.asList("null of new"), begun.payloads());
    }

    static void nothingIsCalledUnlessTheEventIsRecorded() {
        Safe.asked = 0;
        all();
        Check.equal(0, Safe.asked);
        Tape tape = Tape.start("weave.vault.Payload#enabled", "false");
        all();
        Check.equal(Arrays.asList(), tape.payloads());
        Check.equal(0, Safe.asked);
        tape = Tape.start();
        all();
        Check.equal(5, tape.payloads().size());
        Check.equal(6, Safe.asked);
    }

    private static void all() {
        SAFE.methods();
        SAFE.other(INNER);
        SAFE.ended();
        SAFE.calling(new Box());
        new Small("x").fields();
    }
}
