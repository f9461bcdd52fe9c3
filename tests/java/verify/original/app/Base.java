package app;

public class Base {
}
