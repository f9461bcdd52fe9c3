package shop.helper;

import shop.shared.Done;
import shop.shared.Work;

/** A part of an application. */
public class Helper implements Work {
    @Override
    public String work(String item) {
        Done.work("Helper");
        return "helper(" + item + ")";
    }
}
