import com.sun.net.httpserver.HttpServer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Controller;
import org.springframework.stereotype.Repository;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestTemplate;

/** Components of Spring, and its client. */
public final class SpringPack {
    public static void main(String[] arguments) throws Exception {
        HttpServer server = Requests.server();
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(Components.class)) {
            context.getBean(Orders.class).place("one");
            context.getBean(Answers.class).answer();
            context.getBean(Reports.class).print();
            try {
                context.getBean(Pages.class).page();
            } catch (IllegalStateException expected) {
                // The page fails.
            }
        }
        RestTemplate client = new RestTemplate();
        client.getForObject(Requests.url(server, "/ok"), String.class);
        client.postForObject(Requests.url(server, "/ok"), "it", String.class);
        server.stop(0);
    }

    @Configuration
    static class Components {
        @Bean
        Orders orders() {
            return new Orders(new Store());
        }

        @Bean
        Pages pages() {
            return new Pages();
        }

        @Bean
        Answers answers() {
            return new Answers();
        }

        @Bean
        Reports reports() {
            return new Reports();
        }
    }

    @Service
    static class Orders {
        private final Store store;

        Orders(Store store) {
            this.store = store;
        }

        public String place(String name) {
            return store.save(name) + check(name);
        }

        private int check(String name) {
            return name.length();
        }
    }

    @Repository
    static class Store {
        public String save(String name) {
            return "saved " + name;
        }
    }

    @Controller
    static class Pages {
        public String page() {
            throw new IllegalStateException("fails");
        }
    }

    @RestController
    static class Answers {
        public String answer() {
            return String.valueOf(System.nanoTime());
        }
    }

    static class Reports {
        @Scheduled(fixedRate = 1000)
        void print() {
            System.out.print("");
        }
    }
}
