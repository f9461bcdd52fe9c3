package weave.runtime;

/** Finds out the size of the objects of a site in a thread for which the VM counts what it allocates: it does not for virtual ones. */
final class Remeasuring implements Runnable {
    private final Site site;
    private final Class<?> type;

    Remeasuring(Site site, Class<?> type) {
        this.site = site;
        this.type = type;
    }

    @Override
    public void run() {
        int size = Sizes.of(type);
        if (size > 0) {
            site.table.remember(site.place(), size);
            site.size = size;
        }
    }
}
