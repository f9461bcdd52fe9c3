package com.acme.store;

/** What the example of the reference of probe classes weaves. */
public class Session implements AutoCloseable {
    private final int number;

    public Session(int number) {
        this.number = number;
    }

    public int query(String sql) {
        if (sql.isEmpty()) {
            throw new IllegalArgumentException("no statement");
        }
        return sql.length();
    }

    public Object[] fetch() {
        return new Object[number];
    }

    @Override
    public void close() {}

    @Override
    public String toString() {
        return "#" + number;
    }

    public static void main(String[] args) {
        try (Session session = new Session(2)) {
            session.query("SELECT 1 ");
            session.query("DELETE");
            session.fetch();
            session.query("");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
