import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.ActiveMQConnectionFactory;

/** JMS through a broker in this process. */
public final class JmsPack {
    public static void main(String[] arguments) throws Exception {
        ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory("vm://shop?broker.persistent=false&broker.useJmx=false&broker.advisorySupport=false");
        factory.setWatchTopicAdvisories(false);
        try (Closing connection = new Closing(factory.createConnection())) {
            connection.it.start();
            Session session = connection.it.createSession(false, Session.AUTO_ACKNOWLEDGE);
            Queue orders = session.createQueue("orders");
            MessageProducer producer = session.createProducer(orders);
            producer.send(session.createTextMessage("secret"));
            producer.send(session.createTextMessage("secret too"));
            MessageConsumer consumer = session.createConsumer(orders);
            check(consumer.receive(10_000) != null);
            check(consumer.receive(10_000) != null);
            check(consumer.receiveNoWait() == null);

            Session listening = connection.it.createSession(false, Session.AUTO_ACKNOWLEDGE);
            Topic news = session.createTopic("news");
            CountDownLatch delivered = new CountDownLatch(2);
            listening.createConsumer(news).setMessageListener(message -> delivered.countDown());
            listening.createConsumer(news).setMessageListener(new Listener(delivered));
            session.createProducer(null).send(news, session.createTextMessage("secret"));
            check(delivered.await(10, TimeUnit.SECONDS));
        }
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw new AssertionError();
        }
    }

    private static final class Listener implements MessageListener {
        private final CountDownLatch delivered;

        Listener(CountDownLatch delivered) {
            this.delivered = delivered;
        }

        @Override
        public void onMessage(Message message) {
            delivered.countDown();
        }
    }

    /** A connection is closeable in later versions of the API alone. */
    private static final class Closing implements AutoCloseable {
        final Connection it;

        Closing(Connection it) {
            this.it = it;
        }

        @Override
        public void close() throws Exception {
            it.close();
        }
    }
}
