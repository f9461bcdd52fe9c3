package app;

/** The jars of the tests do not contain the package {@code missing}. */
public class WithoutDependency {
    public missing.Dependency dependency() {
        return new missing.Part();
    }
}
