import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.Serializable;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.LongBinaryOperator;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Method references of every kind; what each gives is printed. */
public class Referring {
    interface Opens {
        InputStream open(String name) throws IOException;
    }

    interface Finds {
        Object find(String name) throws Exception;
    }

    /** Not for everybody, and inherits what it is asked for. */
    static class Plain extends BufferedReader {
        Plain(Reader reader) {
            super(reader);
        }
    }

    static final class Sum {
        long sum;

        public Sum add(long number) {
            sum += number;
            return this;
        }
    }

    private static String own(String text) {
        return "own " + text;
    }

    static String ended(Callable<?> call) {
        try {
            return String.valueOf(call.call());
        } catch (Exception e) {
            return e.getClass().getName();
        }
    }

    static String bound(String text) throws Exception {
        StringBuilder builder = new StringBuilder();
        Consumer<String> append = builder::append;
        Stream.of("a", "b", "c").forEach(append);
        Supplier<Integer> length = text::length;
        Plain plain = new Plain(new StringReader("first\nsecond"));
        Callable<String> line = plain::readLine;
        Callable<Boolean> ready = plain::ready;
        List<String> list = new ArrayList<>();
        Function<String, Boolean> add = list::add;
        return builder + " " + length.get() + " " + line.call() + " " + ready.call() + " " + add.apply("x") + list;
    }

    static String unbound() {
        Function<String, Integer> length = String::length;
        BiFunction<List<String>, Integer, String> get = List::get;
        Comparator<String> order = String::compareTo;
        Function<Plain, Object> lines = Plain::lines;
        BiFunction<String, String, Boolean> same = String::equals;
        List<String> words = Arrays.asList("pear", "fig", "apple");
        words.sort(order.thenComparing(Comparator.comparing(String::length)));
        return words + " " + length.apply("pear") + " " + get.apply(words, 1) + " " + same.apply("a", "a") + " "
            + (lines.apply(new Plain(new StringReader(""))) != null);
    }

    static String ofClasses() {
        ToIntFunction<String> parse = Integer::parseInt;
        IntBinaryOperator max = Math::max;
        LongBinaryOperator sum = Long::sum;
        BinaryOperator<Double> least = Double::min;
        Function<Object, List<Object>> single = List::of;
        Supplier<Comparator<String>> reverse = Comparator::reverseOrder;
        return parse.applyAsInt("12") + " " + max.applyAsInt(3, 4) + " " + sum.applyAsLong(5, 6) + " " + least.apply(1.5, 2.5)
            + " " + single.apply("one") + " " + (reverse.get().compare("a", "b") > 0) + " " + ended(() -> parse.applyAsInt("no"));
    }

    static String made(String missing) {
        Supplier<List<String>> list = ArrayList::new;
        Function<String, StringBuilder> builder = StringBuilder::new;
        IntFunction<String[]> array = String[]::new;
        Opens opens = FileInputStream::new;
        Function<Reader, Plain> plain = Plain::new;
        return list.get() + " " + builder.apply("built").reverse() + " " + Stream.of("x", "y").toArray(array).length + " "
            + ended(() -> opens.open(missing)) + " " + ended(() -> plain.apply(new StringReader("in")).readLine());
    }

    static String withNull() {
        Function<String, Integer> length = String::length;
        String nothing = null;
        return ended(() -> length.apply(null)) + " " + ended(() -> {
            Supplier<Integer> captured = nothing::length;
            return captured.get();
        });
    }

    static String leftAlone() throws Exception {
        Function<String, String> own = Referring::own;
        Finds finds = Class::forName;
        Supplier<Object> loader = Thread.currentThread()::getContextClassLoader;
        Function<String, Integer> serializable = (Function<String, Integer> & Serializable) Integer::valueOf;
        BiFunction<Sum, Long, Sum> add = Sum::add;
        return own.apply("it") + " " + finds.find("Referring$Plain") + " " + (loader.get() != null) + " " + serializable.apply("7")
            + " " + add.apply(new Sum(), 8L).sum;
    }

    static String streams() {
        Map<Integer, Long> byLength = Stream.of("pear", "fig", "apple", " kiwi ", "nut")
            .map(String::trim)
            .filter(((java.util.function.Predicate<String>) String::isEmpty).negate())
            .map(String::toUpperCase)
            .collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.counting()));
        String joined = byLength.entrySet().stream()
            .sorted(Map.Entry.comparingByKey(Comparator.reverseOrder()))
            .map(Map.Entry::getValue)
            .map(String::valueOf)
            .collect(Collectors.joining(","));
        int total = IntStream.range(0, 100).boxed().mapToInt(Integer::intValue).reduce(0, Integer::sum);
        return byLength + " " + joined + " " + total;
    }

    public static void main(String[] arguments) throws Exception {
        System.out.println(bound("captured"));
        System.out.println(unbound());
        System.out.println(ofClasses());
        System.out.println(made(arguments[0]));
        System.out.println(withNull());
        System.out.println(leftAlone());
        System.out.println(streams());
        Stream.of("the", "end").forEach(System.out::println);
    }
}
