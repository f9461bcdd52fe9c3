import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** H2, HSQLDB and Derby without a pool. */
public final class JdbcPack {
    public static void main(String[] arguments) throws Exception {
        System.setProperty("derby.stream.error.field", "java.lang.System.err");
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:a;USER=sa;PASSWORD=secret")) {
            work(connection);
        }
        try (Connection connection = DriverManager.getConnection("jdbc:hsqldb:mem:b", "sa", "")) {
            work(connection);
            try (CallableStatement statement = connection.prepareCall("CALL 1 + 1")) {
                statement.execute();
            }
        }
        try (Connection connection = DriverManager.getConnection("jdbc:derby:memory:c;create=true")) {
            work(connection);
        }
    }

    private static void work(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE orders (id INT PRIMARY KEY, name VARCHAR(20))");
            statement.executeUpdate("INSERT INTO orders VALUES (1, 'one')");
            statement.executeQuery("SELECT * FROM orders").close();
            statement.addBatch("INSERT INTO orders VALUES (2, 'two')");
            statement.executeBatch();
            try {
                statement.execute("SELECT * FROM nothing");
            } catch (SQLException expected) {
                // There is no such table.
            }
        }
        try (PreparedStatement statement = connection.prepareStatement("SELECT name FROM orders WHERE id = ?")) {
            for (int id = 1; id <= 2; id++) {
                statement.setInt(1, id);
                statement.executeQuery().close();
            }
        }
        try (PreparedStatement statement = connection.prepareStatement("INSERT INTO orders VALUES (?, 'more')")) {
            statement.setInt(1, 3);
            statement.executeUpdate();
            for (int id = 4; id <= 6; id++) {
                statement.setInt(1, id);
                statement.addBatch();
            }
            statement.executeBatch();
            statement.setInt(1, 3);
            try {
                statement.execute();
            } catch (SQLException expected) {
                // There is such a row.
            }
        }
        connection.commit();
        connection.rollback();
    }
}
