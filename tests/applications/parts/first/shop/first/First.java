package shop.first;

import shop.shared.Done;
import shop.shared.Work;

/** A part of an application. */
public class First implements Work {
    @Override
    public String work(String item) {
        Done.work("First");
        return "first(" + new shop.pricing.Prices().work(item) + ")";
    }
}
