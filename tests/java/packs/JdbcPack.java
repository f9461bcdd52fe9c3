import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** H2 and HSQLDB, directly and through a pool. */
public final class JdbcPack {
    public static void main(String[] arguments) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:a;USER=sa;PASSWORD=secret")) {
            work(connection);
        }
        try (Connection connection = DriverManager.getConnection("jdbc:hsqldb:mem:b", "sa", "")) {
            work(connection);
        }
        HikariConfig config = new HikariConfig();
        config.setPoolName("pool");
        config.setJdbcUrl("jdbc:h2:mem:c");
        config.setMaximumPoolSize(1);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            try (Connection connection = pool.getConnection(); Statement statement = connection.createStatement()) {
                statement.executeQuery("SELECT 1").close();
            }
            try (Connection connection = pool.getConnection(); PreparedStatement statement = connection.prepareStatement("SELECT 2")) {
                statement.executeQuery().close();
            }
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
        }
        connection.commit();
        connection.rollback();
    }
}
