import java.util.concurrent.Callable;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

/** An application of Spring MVC: one servlet for everything. */
final class SpringWeb {
    /** What the application is asked: a page with a query, one that fails, one that forwards, and one that answers later. */
    static final String[] REQUESTS = {"GET /orders/17?token=secret", "GET /orders/18;jsessionid=secret", "POST /orders", "GET /moved", "GET /later"};

    private SpringWeb() {}

    static DispatcherServlet servlet() {
        AnnotationConfigWebApplicationContext context = new AnnotationConfigWebApplicationContext();
        context.register(Settings.class, Orders.class);
        return new DispatcherServlet(context);
    }

    @Configuration
    @EnableWebMvc
    static class Settings {}

    @RestController
    static class Orders {
        @GetMapping("/orders/{id}")
        String find(@PathVariable("id") String id) {
            return "order " + id;
        }

        @PostMapping("/orders")
        String place() {
            throw new IllegalStateException("refused");
        }

        @GetMapping("/moved")
        ModelAndView moved() {
            return new ModelAndView("forward:/orders/1");
        }

        @GetMapping("/later")
        Callable<String> later() {
            return () -> "later";
        }
    }
}
