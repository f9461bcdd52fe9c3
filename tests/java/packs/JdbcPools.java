import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.commons.dbcp2.BasicDataSource;
import org.apache.tomcat.jdbc.pool.PoolProperties;

/** H2 behind the pools HikariCP, DBCP and that of Tomcat: the same calls of each, with the pool in the SQL. */
public final class JdbcPools {
    public static void main(String[] arguments) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setPoolName("pool");
        config.setJdbcUrl("jdbc:h2:mem:hikari");
        config.setMaximumPoolSize(1);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            work(pool, "hikari");
        }
        try (BasicDataSource pool = new BasicDataSource()) {
            pool.setUrl("jdbc:h2:mem:dbcp");
            pool.setMaxTotal(1);
            pool.setPoolPreparedStatements(true);
            pool.setValidationQuery("SELECT 'valid'");
            work(pool, "dbcp");
        }
        PoolProperties properties = new PoolProperties();
        properties.setUrl("jdbc:h2:mem:tomcat");
        properties.setDriverClassName("org.h2.Driver");
        properties.setInitialSize(1);
        properties.setMaxActive(1);
        properties.setJmxEnabled(false);
        org.apache.tomcat.jdbc.pool.DataSource pool = new org.apache.tomcat.jdbc.pool.DataSource(properties);
        work(pool, "tomcat");
        pool.close(true);
    }

    private static void work(javax.sql.DataSource pool, String name) throws SQLException {
        for (int turn = 0; turn < 2; turn++) {
            try (Connection connection = pool.getConnection()) {
                connection.setAutoCommit(false);
                try (Statement statement = connection.createStatement()) {
                    statement.executeUpdate("CREATE TABLE " + name + turn + " (id INT PRIMARY KEY)");
                }
                try (PreparedStatement statement = connection.prepareStatement("INSERT INTO " + name + turn + " VALUES (?)")) {
                    statement.setInt(1, 4711);
                    statement.executeUpdate();
                    statement.setInt(1, 4712);
                    statement.addBatch();
                    statement.executeBatch();
                    statement.setInt(1, 4711);
                    try {
                        statement.execute();
                    } catch (SQLException expected) {
                        // There is such a row.
                    }
                }
                for (int id = 4711; id <= 4713; id++) {
                    try (PreparedStatement statement = connection.prepareStatement("SELECT * FROM " + name + "0 WHERE id = ?")) {
                        statement.setInt(1, id);
                        statement.executeQuery().close();
                    }
                }
                connection.commit();
            }
        }
    }
}
