package desk;

/** In a package that one bundle exports and another imports. */
public class Desk {
    public static String serve(int id) {
        System.out.println("event: desk.Desk.serve");
        return "served " + id;
    }
}
