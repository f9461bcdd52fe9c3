import java.util.Arrays;
import vault.Safe;

/** What is read in a class file that has no method handles. */
final class Aged {
    static void fieldsOfThis() {
        Safe safe = new Safe("4711", new Safe("12", null));
        Tape tape = Tape.start();
        safe.fields();
        Check.equal(Arrays.asList("4711 2.5 x false acme 1"), tape.payloads());
    }
}
