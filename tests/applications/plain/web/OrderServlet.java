package shop;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;

/** The orders over HTTP. */
public class OrderServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private transient Store store;

    @Override
    public void init() throws ServletException {
        try {
            store = new Store();
        } catch (SQLException e) {
            throw new ServletException(e);
        }
    }

    @Override
    public void destroy() {
        try {
            store.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void count(HttpServletRequest request) {
        Counts.add("servlet", "Request", request.getMethod() + ' ' + request.getRequestURI());
    }

    private static long id(HttpServletRequest request) {
        return request.getPathInfo() == null ? 0 : Long.parseLong(request.getPathInfo().substring(1));
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        count(request);
        try {
            response.getWriter().print(store.find(id(request)));
        } catch (SQLException e) {
            throw new ServletException(e);
        }
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        count(request);
        try {
            response.getWriter().print(store.place(request.getParameter("item"), Integer.parseInt(request.getParameter("pieces"))));
        } catch (SQLException e) {
            throw new ServletException(e);
        }
    }

    @Override
    protected void doDelete(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        count(request);
        try {
            response.getWriter().print(store.cancel(id(request)));
        } catch (SQLException e) {
            throw new ServletException(e);
        }
    }
}
