package missing;

public class Dependency {
}
