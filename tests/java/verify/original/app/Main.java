package app;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Paths;

/** Leaves a file where it is initialised. */
@Mark(0x12345)
public class Main extends Base implements Serializable {
    private static final long serialVersionUID = 7;

    static {
        try {
            Files.write(Paths.get("initialised.txt"), new byte[0]);
        } catch (IOException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] arguments) {
        System.out.println(new Main().twice(21) + new Main().shape(true).sides());
    }

    @Mark(0x54321)
    public int twice(int number) {
        int sum = 0;
        for (int i = 0; i < number; i++) {
            sum += 2;
        }
        return sum;
    }

    /** The verifier loads the types, to see whether one is the other. */
    public lib.Shape shape(boolean isRound) {
        lib.Shape shape = isRound ? new lib.Circle() : new lib.Square();
        return shape;
    }
}
