package app;

public class Hook extends launcher.Start {
    @Override
    public int start() {
        return super.start() + 1;
    }
}
