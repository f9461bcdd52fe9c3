import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.springframework.web.filter.CharacterEncodingFilter;

/** Spring MVC in Tomcat, behind a filter. */
public final class ServletSpringTomcat {
    public static void main(String[] arguments) throws Exception {
        Logger.getLogger("").setLevel(Level.OFF);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(arguments[0]);
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context context = tomcat.addContext("", arguments[0]);
        Wrapper wrapper = Tomcat.addServlet(context, "dispatcher", SpringWeb.servlet());
        wrapper.setAsyncSupported(true);
        context.addServletMappingDecoded("/", "dispatcher");
        FilterDef filter = new FilterDef();
        filter.setFilterName("encoding");
        filter.setFilter(new CharacterEncodingFilter("UTF-8"));
        filter.setAsyncSupported("true");
        context.addFilterDef(filter);
        FilterMap map = new FilterMap();
        map.setFilterName("encoding");
        map.addURLPattern("/*");
        context.addFilterMap(map);
        tomcat.start();
        Requests.send(tomcat.getConnector().getLocalPort(), SpringWeb.REQUESTS);
        tomcat.stop();
        tomcat.destroy();
    }
}
