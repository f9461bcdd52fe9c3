package shop;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A shop that counts what it does, and prints that when it ends. */
@SpringBootApplication
public class Application {
    static volatile ConfigurableApplicationContext context;

    public static void main(String[] arguments) {
        context = SpringApplication.run(Application.class, arguments);
        if (context.getEnvironment().getProperty("shop.end") != null) {
            context.close(); // it was only to start
        }
    }

    /** Ends the application once the answer is out: the web server waits for it. */
    static void end() {
        Thread end = new Thread(() -> {
            context.getBean(OrderStore.class).countStatements();
            context.close();
            Counts.print();
        });
        end.setDaemon(false); // the thread of a request is one
        end.start();
    }

    /** Counts what the servlet is asked, for errors too, which it is asked again. */
    @Bean
    FilterRegistrationBean<Filter> counting() {
        Filter filter = (request, response, chain) -> {
            HttpServletRequest http = (HttpServletRequest) request;
            Counts.add("servlet", "Request", http.getMethod() + ' ' + http.getRequestURI());
            if (http.getDispatcherType() == DispatcherType.ERROR) {
                Counts.add("controller", "", "BasicErrorController.error");
            }
            chain.doFilter(request, response);
        };
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>(filter);
        registration.setDispatcherTypes(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ERROR));
        return registration;
    }

    /** Counts the connections that anybody takes from the pool. */
    @Bean
    static BeanPostProcessor countingConnections() {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return bean instanceof DataSource && !(bean instanceof Counting) ? new Counting((DataSource) bean) : bean;
            }
        };
    }

    static final class Counting extends DelegatingDataSource {
        Counting(DataSource target) {
            super(target);
        }

        @Override
        public Connection getConnection() throws SQLException {
            Counts.add("jdbc", "Connection", "");
            Counts.add("own", "Pool", "HikariPool.getConnection");
            return super.getConnection();
        }
    }
}
