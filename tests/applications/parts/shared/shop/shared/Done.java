package shop.shared;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.TreeMap;

/** Counts what is done; it is in a library that all parts share. */
public final class Done {
    private static final TreeMap<String, Long> COUNTS = new TreeMap<>();

    private Done() {}

    public static void work(String name) {
        COUNTS.merge("part\t\t" + name + ".work", 1L, Long::sum);
    }

    /** Asks a database that is a library too. */
    public static String sql(String sql) {
        COUNTS.merge("jdbc\tConnection\t", 1L, Long::sum);
        COUNTS.merge("jdbc\tStatement\t" + sql, 1L, Long::sum);
        try (Connection connection = new org.h2.Driver().connect("jdbc:h2:mem:", new Properties());
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException wrong) {
            throw new IllegalStateException(wrong);
        }
    }

    public static void print() {
        COUNTS.forEach((key, times) -> System.out.println("COUNT\t" + key + '\t' + times));
    }
}
