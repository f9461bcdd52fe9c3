package shop;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** The orders over HTTP. */
public class OrderServlet extends HttpServlet {
    private static long id(HttpServletRequest request) {
        return Long.parseLong(request.getPathInfo().substring(1));
    }

    private static OrderStore store(HttpServletRequest request) {
        return (OrderStore) request.getServletContext().getAttribute("store");
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        OrderStore store = store(request);
        response.getWriter().print(request.getPathInfo() == null ? store.all() : store.find(id(request)));
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String item = request.getParameter("item");
        try {
            response.getWriter().print(store(request).place(item, Integer.parseInt(request.getParameter("pieces"))));
        } catch (IllegalArgumentException wrong) {
            StackTraceElement[] trace = wrong.getStackTrace();
            System.out.println(wrong + " at " + trace[0] + ", " + trace[1] + ", " + trace[2]);
            response.sendError(500, wrong.getMessage());
        }
    }

    @Override
    protected void doDelete(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print(store(request).cancel(id(request)));
    }
}
