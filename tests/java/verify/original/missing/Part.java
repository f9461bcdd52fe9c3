package missing;

public class Part extends Dependency {
}
