package weave.verify;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A class loader of the application: what it can load, in which order, and its parent. The platform comes before all of them. */
final class Layout {
    /** {@code null}: the platform. */
    final Layout parent;
    /** Whether it looks at its own classes before it asks its parent, as the loader of a web application does. */
    final boolean isChildFirst;
    private final List<Root> roots = new ArrayList<>();

    Layout(Layout parent, boolean isChildFirst) {
        this.parent = parent;
        this.isChildFirst = isChildFirst;
    }

    /** One place of its class path: classes by their names, {@code java/util/Map$Entry}. */
    static final class Root {
        private final Map<String, Source> classes = new HashMap<>();

        /** Of the copies of a multi-release archive the one for the latest release counts. */
        void put(String name, Source source) {
            classes.merge(name, source, (old, other) -> other.release > old.release ? other : old);
        }
    }

    /** A new place behind the others. */
    Root add(Root root) {
        roots.add(root);
        return root;
    }

    /** The class that this loader has by itself, or null. */
    Source own(String name) {
        for (Root root : roots) {
            Source source = root.classes.get(name);
            if (source != null) {
                return source;
            }
        }
        return null;
    }

    /** The class that this loader or a parent gives, or null. */
    Source visible(String name) {
        Source own = own(name);
        if (parent == null || isChildFirst && own != null) {
            return own;
        }
        Source inherited = parent.visible(name);
        return inherited != null ? inherited : own;
    }
}
