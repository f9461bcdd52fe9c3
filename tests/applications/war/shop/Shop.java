package shop;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;

/** Opens the store when the application starts; closes it and prints what it has counted when it ends. */
public class Shop implements ServletContextListener {
    @Override
    public void contextInitialized(ServletContextEvent event) {
        event.getServletContext().setAttribute("store", new OrderStore());
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        ((OrderStore) event.getServletContext().getAttribute("store")).close();
        Counts.print();
    }
}
