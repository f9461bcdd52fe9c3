package web;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Calls what is woven, or a hand-written event. */
public class Pages extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getParameter("call").equals("run")) {
            plugin.Plugin.run();
        } else {
            plugin.Plugin.written();
        }
        response.getWriter().print("done");
    }
}
