package shop;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/** The orders in a database behind a pool. The database counts the statements that it runs. */
public final class Store implements AutoCloseable {
    private static final String STATISTICS =
            "SELECT SQL_STATEMENT, EXECUTION_COUNT FROM INFORMATION_SCHEMA.QUERY_STATISTICS ORDER BY SQL_STATEMENT";
    private static final String COLUMNS = "SELECT ID, ITEM, PIECES, CENTS FROM ORDERS";

    private final HikariDataSource pool;

    public Store() throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setDriverClassName("org.h2.Driver"); // DriverManager does not see the drivers of an application's loader
        config.setJdbcUrl("jdbc:h2:mem:shop;DB_CLOSE_ON_EXIT=FALSE");
        config.setMaximumPoolSize(1);
        pool = new HikariDataSource(config);
        Counts.add("jdbc", "Connection", ""); // the one of the driver, which the pool is filled with
        sql("SET QUERY_STATISTICS TRUE");
        sql("CREATE TABLE ORDERS (ID BIGINT PRIMARY KEY, ITEM VARCHAR(100), PIECES INT, CENTS BIGINT)");
    }

    private Connection connection() throws SQLException {
        Counts.add("jdbc", "Connection", "");
        Counts.add("own", "Pool", "HikariPool.getConnection");
        return pool.getConnection();
    }

    private void sql(String sql) throws SQLException {
        try (Connection connection = connection(); Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The orders as text: one of them, or all if the number is 0. */
    public synchronized String find(long id) throws SQLException {
        try (Connection connection = connection();
                PreparedStatement select = connection.prepareStatement(COLUMNS + (id == 0 ? " ORDER BY ID" : " WHERE ID = ?"))) {
            if (id != 0) {
                select.setLong(1, id);
            }
            StringBuilder found = new StringBuilder();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found.append(rows.getLong(1)).append(' ').append(rows.getString(2)).append(' ').append(rows.getInt(3)).append(' ')
                            .append(rows.getLong(4)).append('\n');
                }
            }
            return found.toString();
        }
    }

    /** Without an item there is no price, and the transaction is rolled back. */
    public synchronized long place(String item, int pieces) throws SQLException {
        try (Connection connection = connection()) {
            connection.setAutoCommit(false);
            try {
                long id = last(connection) + 1;
                try (PreparedStatement insert = connection.prepareStatement("INSERT INTO ORDERS VALUES (?, ?, ?, ?)")) {
                    insert.setLong(1, id);
                    insert.setString(2, item);
                    insert.setInt(3, pieces);
                    insert.setLong(4, pieces * PriceList.of(item));
                    insert.executeUpdate();
                }
                connection.commit();
                return id;
            } catch (RuntimeException refused) {
                connection.rollback();
                throw refused;
            }
        }
    }

    private static long last(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COALESCE(MAX(ID), 0) FROM ORDERS")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    public synchronized int cancel(long id) throws SQLException {
        try (Connection connection = connection();
                PreparedStatement delete = connection.prepareStatement("DELETE FROM ORDERS WHERE ID = ?")) {
            delete.setLong(1, id);
            return delete.executeUpdate();
        }
    }

    /** Counts what the database says that it has run, prints all counts, and ends. */
    @Override
    public void close() throws SQLException {
        Counts.add("jdbc", "Statement", "SET QUERY_STATISTICS TRUE");
        Counts.add("jdbc", "Statement", STATISTICS);
        try (Connection connection = connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(STATISTICS)) {
            while (rows.next()) {
                String sql = rows.getString(1);
                if (sql.equals("COMMIT") || sql.equals("ROLLBACK")) {
                    Counts.add("jdbc", "Transaction", sql.toLowerCase(Locale.ROOT), rows.getLong(2));
                } else if (!sql.equals("CALL DATABASE()")) { // this one the driver runs by itself
                    String type = sql.contains("?") || sql.startsWith(COLUMNS) ? "Prepared statement" : "Statement";
                    Counts.add("jdbc", type, sql, rows.getLong(2));
                }
            }
        }
        pool.close();
        Counts.print();
    }
}
