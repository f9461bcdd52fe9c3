package app;

import java.io.Serializable;

/** What a weaver must not make of the original. */
public final class Main extends lib.Circle implements Serializable, Runnable {
    private static final long serialVersionUID = 8;
    private int added;

    public static void main(String[] arguments) {
        new Main().run();
    }

    @Override
    public void run() {
        added++;
    }

    static int twice(int number) {
        return number * 2;
    }

    public Object shape(boolean isRound) {
        lib.Shape shape = isRound ? new lib.Circle() : this;
        return shape;
    }
}
