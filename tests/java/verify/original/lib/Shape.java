package lib;

public abstract class Shape {
    public abstract int sides();
}
