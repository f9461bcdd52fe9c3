package launcher;

public class Start {
    public int start() {
        return 1;
    }
}
