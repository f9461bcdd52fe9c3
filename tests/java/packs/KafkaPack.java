import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;

/** The doubles of the clients that come with them, since there is no broker; and a producer that finds none. */
public final class KafkaPack {
    public static void main(String[] arguments) {
        try (MockProducer<String, String> producer = new MockProducer<>(true, null, new StringSerializer(), new StringSerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>("orders", "key", "secret"));
            producer.send(new ProducerRecord<>("orders", 0, "key", "secret"), (metadata, exception) -> {});
            producer.flush();
            producer.commitTransaction();
        }
        TopicPartition partition = new TopicPartition("orders", 0);
        try (MockConsumer<String, String> consumer = new MockConsumer<>("earliest")) {
            consumer.assign(List.of(partition));
            consumer.updateBeginningOffsets(Map.of(partition, 0L));
            consumer.addRecord(new ConsumerRecord<>("orders", 0, 0, "key", "value"));
            consumer.poll(Duration.ofMillis(100));
            consumer.commitSync();
            consumer.commitSync(Map.of(partition, new OffsetAndMetadata(1)));
        }
        Map<String, Object> nowhere = Map.of("bootstrap.servers", "127.0.0.1:1", "max.block.ms", 100);
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(nowhere, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>("returns", "secret"));
        }
    }
}
