package shop;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The orders in a database behind a pool; the database counts the statements that it runs. */
final class OrderStore implements AutoCloseable {
    private static final String STATISTICS =
            "SELECT SQL_STATEMENT, EXECUTION_COUNT FROM INFORMATION_SCHEMA.QUERY_STATISTICS ORDER BY SQL_STATEMENT";

    private final HikariDataSource pool;

    OrderStore() {
        HikariConfig config = new HikariConfig();
        config.setDriverClassName("org.h2.Driver");
        config.setJdbcUrl("jdbc:h2:mem:shop;DB_CLOSE_ON_EXIT=FALSE");
        config.setMaximumPoolSize(1);
        config.setPoolName("shop");
        pool = new HikariDataSource(config);
        Counts.add("jdbc", "Connection", ""); // of the driver, to fill the pool in this thread
        try (Connection connection = connection(); Statement statement = connection.createStatement()) {
            statement.execute("SET QUERY_STATISTICS TRUE");
            statement.execute("CREATE TABLE ORDERS (ID BIGINT PRIMARY KEY, ITEM VARCHAR(100), PIECES INT, CENTS BIGINT)");
        } catch (SQLException wrong) {
            throw new IllegalStateException(wrong);
        }
    }

    private Connection connection() throws SQLException {
        Counts.add("jdbc", "Connection", "");
        Counts.add("own", "Pool", "HikariPool.getConnection");
        return pool.getConnection();
    }

    String find(long id) {
        try (Connection connection = connection();
                PreparedStatement find = connection.prepareStatement("SELECT ITEM, PIECES, CENTS FROM ORDERS WHERE ID = ?")) {
            find.setLong(1, id);
            try (ResultSet rows = find.executeQuery()) {
                return rows.next() ? rows.getString(1) + " " + rows.getInt(2) + " " + rows.getLong(3) : "none";
            }
        } catch (SQLException wrong) {
            throw new IllegalStateException(wrong);
        }
    }

    List<Long> all() {
        List<Long> all = new ArrayList<>();
        try (Connection connection = connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT ID FROM ORDERS ORDER BY ID")) {
            while (rows.next()) {
                all.add(rows.getLong(1));
            }
        } catch (SQLException wrong) {
            throw new IllegalStateException(wrong);
        }
        return all;
    }

    /** In a transaction, which is rolled back where there is no item and so no price. */
    long place(String item, int pieces) {
        try (Connection connection = connection()) {
            connection.setAutoCommit(false);
            try (Statement last = connection.createStatement();
                    ResultSet rows = last.executeQuery("SELECT COALESCE(MAX(ID), 0) FROM ORDERS");
                    PreparedStatement add = connection.prepareStatement("INSERT INTO ORDERS VALUES (?, ?, ?, ?)")) {
                rows.next();
                long id = rows.getLong(1) + 1;
                add.setLong(1, id);
                add.setString(2, item);
                add.setInt(3, pieces);
                add.setLong(4, pieces * PriceList.price(item));
                add.executeUpdate();
                connection.commit();
                return id;
            } catch (IllegalArgumentException wrong) {
                connection.rollback();
                throw wrong;
            }
        } catch (SQLException wrong) {
            throw new IllegalStateException(wrong);
        }
    }

    int cancel(long id) {
        try (Connection connection = connection();
                PreparedStatement cancel = connection.prepareStatement("DELETE FROM ORDERS WHERE ID = ?")) {
            cancel.setLong(1, id);
            return cancel.executeUpdate();
        } catch (SQLException wrong) {
            throw new IllegalStateException(wrong);
        }
    }

    /** Counts what the database says that it has run: all but the statements that begin and end its own counting. */
    private void countStatements() throws SQLException {
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
                    Counts.add("jdbc", sql.contains("?") ? "Prepared statement" : "Statement", sql, rows.getLong(2));
                }
            }
        }
    }

    @Override
    public void close() {
        try {
            countStatements();
        } catch (SQLException wrong) {
            throw new IllegalStateException(wrong);
        }
        pool.close();
    }
}
