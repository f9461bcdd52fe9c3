import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.NoResultException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.hibernate.cfg.Configuration;

/** Hibernate over H2. With javax in place of jakarta it is for older versions. */
public final class JpaPack {
    public static void main(String[] arguments) {
        Logger.getLogger("").setLevel(Level.OFF);
        Configuration configuration = new Configuration().addAnnotatedClass(Order.class)
            .setProperty("hibernate.connection.url", "jdbc:h2:mem:jpa")
            .setProperty("hibernate.dialect", "org.hibernate.dialect.H2Dialect")
            .setProperty("hibernate.hbm2ddl.auto", "create");
        try (EntityManagerFactoryCloser factory = new EntityManagerFactoryCloser(configuration.buildSessionFactory())) {
            EntityManager manager = factory.it.createEntityManager();
            manager.getTransaction().begin();
            manager.persist(new Order(1, "one"));
            manager.persist(new Order(2, "two"));
            manager.flush();
            manager.createQuery("select o from Orders o where o.id > 0", Order.class).getResultList();
            manager.createQuery("update Orders o set o.name = 'more' where o.id = 2").executeUpdate();
            try {
                manager.createQuery("select o from Orders o where o.id = 9", Order.class).getSingleResult();
            } catch (NoResultException expected) {
                // There is none.
            }
            manager.getTransaction().rollback();
            manager.close();
            manager = factory.it.createEntityManager();
            manager.getTransaction().begin();
            manager.find(Order.class, 1L);
            manager.remove(manager.merge(new Order(3, "three")));
            manager.getTransaction().commit();
            manager.close();
        }
    }

    /** Older factories are not closeable. */
    private record EntityManagerFactoryCloser(EntityManagerFactory it) implements AutoCloseable {
        @Override
        public void close() {
            it.close();
        }
    }

    @Entity(name = "Orders")
    static class Order {
        @Id
        long id;
        String name;

        Order() {}

        Order(long id, String name) {
            this.id = id;
            this.name = name;
        }
    }
}
