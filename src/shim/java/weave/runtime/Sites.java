package weave.runtime;

import java.util.HashMap;

/**
 * The sites of one class of adapters. Their table, a line for each, is read when the first sample wants it.
 */
final class Sites {
    private static final int COLUMNS = 6;
    /** No table, and so no site of it, keeps the loader from going away: only woven code holds them. */
    private final String table;
    /** The class of the adapters: its loader sees the types of the woven code. */
    final Class<?> anchor;
    /** Nothing is sampled at these sites: they are of a newer weaver, or the runtime is switched off. */
    final boolean isDead;
    private Place[] places;
    private final HashMap<String, Integer> sizes = new HashMap<String, Integer>();

    Sites(String table, Class<?> anchor, boolean isDead) {
        this.table = table;
        this.anchor = anchor;
        this.isDead = isDead;
    }

    /** The name of the class of the adapters. */
    String adapters() {
        return anchor == null ? "" : anchor.getName();
    }

    synchronized Place place(int number) {
        if (places == null) {
            places = parse(table);
        }
        return number < places.length ? places[number] : new Place("Ljava/lang/Object;", "", "", 0, 0, 0);
    }

    private static Place[] parse(String table) {
        String[] lines = table.split("\n");
        Place[] parsed = new Place[lines.length];
        String className = "";
        String method = "";
        for (int i = 0; i < lines.length; i++) {
            String[] columns = lines[i].split("\t", COLUMNS);
            className = columns[1].isEmpty() ? className : columns[1];
            method = columns[2].isEmpty() ? method : columns[2];
            parsed[i] = new Place(columns[0], className, method, number(columns[3]), number(columns[4]), number(columns[5]));
        }
        return parsed;
    }

    private static int number(String text) {
        return text.isEmpty() ? 0 : Integer.parseInt(text);
    }

    /** The class that a site allocates, as the woven code sees it; null if it is not found. */
    Class<?> type(Place place) {
        String type = place.type;
        String name = type.startsWith("L") ? type.substring(1, type.length() - 1) : type;
        try {
            return Class.forName(name.replace('/', '.'), false, anchor == null ? null : anchor.getClassLoader());
        } catch (ClassNotFoundException e) {
            return null;
        } catch (LinkageError e) {
            return null;
        }
    }

    /** Finds out how large the objects of a site are. */
    void measure(Site site) {
        Place place = site.place();
        if (place.isArray()) {
            char element = place.type.charAt(1);
            site.shift = Sizes.shift(element);
            site.size = Sizes.base(element);
            return;
        }
        Integer known;
        synchronized (sizes) {
            known = sizes.get(place.type);
        }
        if (known == null) {
            Class<?> type = type(place);
            int measured = type == null ? -Sizes.smallest() : Sizes.of(type);
            known = Math.abs(measured);
            if (measured > 0) {
                remember(place, measured);
            } else if (type != null && Sizes.areMeasured()) {
                Background.run(new Remeasuring(site, type));
            }
        }
        site.size = known;
    }

    /** The size of the type of a place. */
    void remember(Place place, int size) {
        synchronized (sizes) {
            sizes.put(place.type, size);
        }
    }
}
