package shop;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Asks the server to end. */
public class EndServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Counts.add("servlet", "Request", request.getMethod() + ' ' + request.getRequestURI());
        response.getWriter().print("ending");
        System.setProperty("shop.end", "now");
    }
}
