import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.ProtocolVersion;

/** Lettuce: commands of its synchronous and its asynchronous API, and one that fails. */
public final class RedisLettuce {
    public static void main(String[] arguments) throws Exception {
        RedisClient client = RedisClient.create(RedisURI.create("127.0.0.1", RedisServer.start()));
        client.setOptions(ClientOptions.builder().protocolVersion(ProtocolVersion.RESP2).build());
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            connection.sync().set("key", "secret");
            connection.sync().get("key");
            connection.async().get("key").get();
            connection.async().set("key", "secret").get();
            try {
                connection.sync().incr("key");
            } catch (RedisCommandExecutionException expected) {
                // It is refused.
            }
        }
        client.shutdown();
    }
}
