import java.util.function.Function;
import java.util.function.Supplier;

/** Calls the methods of the library directly and through references. */
class Referrer {
    interface Asked {
        String ask() throws Exception;
    }

    static void ask(String what, Asked asked) throws Exception {
        System.out.println(what + " " + asked.ask());
    }

    public static void main(String[] args) throws Exception {
        System.out.println("called " + Library.Log.direct() + " " + Library.Log.deep());
        ask("direct", Library.Log::direct);
        ask("throughHelper", Library.Log::throughHelper);
        ask("deep", Library.Log::deep);
        ask("traced", Library.Log::traced);
        ask("inThread", Library.Log::inThread);
        ask("inLambda", Library.Log::inLambda);
        ask("inContext", Library.Log::inContext);
        ask("lookedUp", Library.Log::lookedUp);
        ask("recursive", Library.Log::recursive);
        Supplier<Library.Log> log = Library.Log::new;
        System.out.println("new " + log.get().made);
        Function<Library.Named, String> name = Library.Named::name;
        System.out.println("name " + name.apply(new Library.Plain()) + " " + name.apply(new Library.Walking()));
        ask("walking", new Library.Walking()::name);
        ask("plain", new Library.Plain()::name);
        ask("quiet", new Library.Quiet()::quiet);
    }
}
