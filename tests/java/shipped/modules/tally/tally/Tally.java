package tally;

/** A sum. */
public class Tally {
    private static int sum;

    public static void add(int number) {
        System.out.println("event: tally.Tally.add");
        sum += number;
    }

    public static int sum() {
        return sum;
    }
}
