import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The Java client of RabbitMQ: two messages are published, one is gotten in vain, one is delivered. */
public final class RabbitPack {
    public static void main(String[] arguments) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(RabbitServer.start());
        factory.setRequestedHeartbeat(0);
        try (Connection connection = factory.newConnection()) {
            Channel channel = connection.createChannel();
            channel.basicPublish("shop", "orders.new", null, "secret".getBytes(StandardCharsets.UTF_8));
            channel.basicPublish("", "orders", true, null, "secret".getBytes(StandardCharsets.UTF_8));
            channel.basicGet("orders", true);
            CountDownLatch delivered = new CountDownLatch(1);
            channel.basicConsume("orders", true, (tag, message) -> delivered.countDown(), tag -> { });
            if (!delivered.await(10, TimeUnit.SECONDS)) {
                throw new AssertionError("nothing was delivered");
            }
        }
    }
}
