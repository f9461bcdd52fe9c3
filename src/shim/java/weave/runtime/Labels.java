package weave.runtime;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.ConcurrentHashMap;

/** Texts that the interceptions of one probe give to objects: by identity, and as long as the object lives. */
final class Labels {
    private final ConcurrentHashMap<Object, String> texts = new ConcurrentHashMap<Object, String>();
    private final ReferenceQueue<Object> collected = new ReferenceQueue<Object>();

    /** Replaces an earlier label of the object. */
    void put(Object object, String text) {
        drain();
        texts.put(new Identity(object, collected), text);
    }

    /** Null if the object has none. */
    String get(Object object) {
        return texts.get(new Identity.Same(object));
    }

    int size() {
        drain();
        return texts.size();
    }

    private void drain() {
        Reference<?> gone;
        while ((gone = collected.poll()) != null) {
            texts.remove(gone);
        }
    }
}
