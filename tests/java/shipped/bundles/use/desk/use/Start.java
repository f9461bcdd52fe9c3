package desk.use;

import desk.Desk;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** Calls the other bundle whenever this one starts and stops. */
public class Start implements BundleActivator {
    @Override
    public void start(BundleContext context) {
        for (int id = 0; id < 3; id++) {
            System.out.println(work(id));
        }
    }

    @Override
    public void stop(BundleContext context) {
        System.out.println(work(9));
    }

    static String work(int id) {
        System.out.println("event: desk.use.Start.work");
        return Desk.serve(id) + "!";
    }
}
