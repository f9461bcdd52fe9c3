import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPooled;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.exceptions.JedisDataException;

/** Jedis: single commands, one that fails, a pipeline and a transaction. */
public final class RedisJedis {
    public static void main(String[] arguments) throws Exception {
        int port = RedisServer.start();
        try (Jedis jedis = new Jedis("127.0.0.1", port)) {
            jedis.set("key", "secret");
            jedis.get("key");
            jedis.get("key".getBytes());
            try {
                jedis.incr("key");
            } catch (JedisDataException expected) {
                // It is refused.
            }
            Pipeline pipeline = jedis.pipelined();
            pipeline.set("key", "secret");
            pipeline.get("key");
            pipeline.sync();
            Transaction transaction = jedis.multi();
            transaction.set("key", "secret");
            transaction.exec();
        }
        try (JedisPooled pool = new JedisPooled("127.0.0.1", port)) {
            pool.hset("key", "field", "secret");
        }
    }
}
