package shop;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.stereotype.Repository;

/** The orders in the database, which counts the statements that it runs. */
@Repository
public class OrderStore {
    private static final String STATISTICS =
            "SELECT SQL_STATEMENT, EXECUTION_COUNT FROM INFORMATION_SCHEMA.QUERY_STATISTICS ORDER BY SQL_STATEMENT";

    private final JdbcTemplate jdbc;

    OrderStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
        sql("SET QUERY_STATISTICS TRUE");
        sql("CREATE TABLE ORDERS (ID BIGINT PRIMARY KEY, ITEM VARCHAR(100), PIECES INT, CENTS BIGINT)");
    }

    private void sql(String sql) {
        jdbc.execute(sql);
    }

    public Order find(long id) {
        Counts.add("repository", "", "OrderStore.find");
        return jdbc.queryForObject("SELECT ID, ITEM, PIECES, CENTS FROM ORDERS WHERE ID = ?", new Rows(), id);
    }

    public List<Order> all() {
        Counts.add("repository", "", "OrderStore.all");
        return jdbc.query("SELECT ID, ITEM, PIECES, CENTS FROM ORDERS ORDER BY ID", new Rows());
    }

    public long count() {
        Counts.add("repository", "", "OrderStore.count");
        Counts.add("own", "Row", "row 0"); // through a RowMapper of the library
        return jdbc.queryForObject("SELECT COALESCE(MAX(ID), 0) FROM ORDERS", Long.class);
    }

    public void add(Order order) {
        Counts.add("repository", "", "OrderStore.add");
        jdbc.update("INSERT INTO ORDERS VALUES (?, ?, ?, ?)", order.getId(), order.getItem(), order.getPieces(), order.getCents());
    }

    public int cancel(long id) {
        Counts.add("repository", "", "OrderStore.cancel");
        return jdbc.update("DELETE FROM ORDERS WHERE ID = ?", id);
    }

    /** Counts what the database says that it has run: all but the statements that begin and end its own counting. */
    public void countStatements() {
        Counts.add("repository", "", "OrderStore.countStatements");
        Counts.add("jdbc", "Statement", "SET QUERY_STATISTICS TRUE");
        Counts.add("jdbc", "Statement", STATISTICS);
        jdbc.query(STATISTICS, row -> {
            String sql = row.getString(1);
            if (sql.equals("COMMIT") || sql.equals("ROLLBACK")) {
                Counts.add("jdbc", "Transaction", sql.toLowerCase(Locale.ROOT), row.getLong(2));
            } else if (!sql.equals("CALL DATABASE()")) { // this one the driver runs by itself
                Counts.add("jdbc", sql.contains("?") ? "Prepared statement" : "Statement", sql, row.getLong(2));
            }
        });
    }

    /** Makes orders of rows; the interface is that of a library. */
    static final class Rows implements RowMapper<Order> {
        @Override
        public Order mapRow(ResultSet row, int number) throws SQLException {
            Counts.add("own", "Row", "row " + number);
            return new Order(row.getLong(1), row.getString(2), row.getInt(3), row.getLong(4));
        }
    }
}
