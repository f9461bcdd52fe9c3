import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import org.bson.Document;

/** The synchronous driver of MongoDB. */
public final class MongoPack {
    public static void main(String[] arguments) throws Exception {
        java.util.logging.Logger.getLogger("org.mongodb.driver").setLevel(java.util.logging.Level.OFF);
        try (MongoClient client = MongoClients.create("mongodb://127.0.0.1:" + MongoServer.start() + "/?retryWrites=false")) {
            MongoCollection<Document> orders = client.getDatabase("shop").getCollection("orders");
            orders.insertOne(new Document("name", "secret"));
            orders.find(Filters.eq("name", "secret")).first();
            orders.updateOne(Filters.eq("name", "secret"), Updates.set("name", "secret too"));
            try {
                orders.countDocuments(Filters.eq("name", "secret"));
            } catch (MongoException expected) {
                // The server refuses to aggregate.
            }
            client.getDatabase("shop").runCommand(new Document("ping", 1));
            for (Document each : client.getDatabase("stock").getCollection("items").find()) {
                each.size();
            }
        }
    }
}
