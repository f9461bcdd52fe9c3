package shop.pricing;

import shop.shared.Done;
import shop.shared.Work;

/** A part of an application. */
public class Prices implements Work {
    @Override
    public String work(String item) {
        Done.work("Prices");
        return "pricing(" + Done.sql("SELECT " + item.length()) + ")";
    }
}
