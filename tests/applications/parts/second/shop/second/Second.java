package shop.second;

import shop.shared.Done;
import shop.shared.Work;

/** A part of an application. */
public class Second implements Work {
    @Override
    public String work(String item) {
        Done.work("Second");
        return "second(" + new shop.helper.Helper().work(item) + new shop.pricing.Prices().work(item) + ")";
    }
}
