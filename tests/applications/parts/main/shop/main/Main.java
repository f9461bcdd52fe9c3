package shop.main;

import shop.first.First;
import shop.second.Second;
import shop.shared.Done;

/** All parts in one class loader, or as their launcher has it. */
public final class Main {
    public static void main(String[] arguments) {
        for (String item : new String[] {"nail", "screw", "bolt"}) {
            System.out.println(new First().work(item));
            System.out.println(new Second().work(item));
        }
        Done.print();
    }
}
