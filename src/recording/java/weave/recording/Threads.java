package weave.recording;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedThread;

/** The threads of all JVMs, by numbers. */
final class Threads {
    private final Strings strings;
    private final List<Entry> all = new ArrayList<>();
    private final Map<String, Integer> indices = new HashMap<>();
    private final Map<RecordedThread, Integer> ofChunk = new IdentityHashMap<>();

    private static final class Entry {
        final String name;
        final String group;
        final long javaId;
        final long osId;
        final boolean isVirtual;

        Entry(RecordedThread thread) {
            String javaName = thread.getJavaName();
            String osName = thread.getOSName();
            javaId = thread.getJavaThreadId();
            osId = thread.getOSThreadId();
            isVirtual = isVirtual(thread);
            String unnamed = (isVirtual ? "virtual " : "thread ") + (javaId > 0 ? javaId : osId);
            name = isText(javaName) ? javaName : isText(osName) ? osName : unnamed;
            group = thread.getThreadGroup() == null ? null : thread.getThreadGroup().getName();
        }

        private static boolean isText(String text) {
            return text != null && !text.isEmpty();
        }

        private static boolean isVirtual(RecordedThread thread) {
            return thread.hasField("virtual") && thread.getBoolean("virtual");
        }
    }

    Threads(Strings strings) {
        this.strings = strings;
    }

    void newChunk() {
        ofChunk.clear();
    }

    /** -1 for none. */
    int index(RecordedThread thread, int jvm) {
        if (thread == null) {
            return -1;
        }
        Integer known = ofChunk.get(thread);
        if (known == null) {
            long id = thread.getJavaThreadId();
            String key = jvm + (id > 0 ? " j" + id : " o" + thread.getOSThreadId());
            known = indices.get(key);
            if (known == null) {
                known = all.size();
                indices.put(key, known);
                all.add(new Entry(thread));
            }
            ofChunk.put(thread, known);
        }
        return known;
    }

    String name(int index) {
        return index < 0 ? "" : all.get(index).name;
    }

    int size() {
        return all.size();
    }

    void write(Json json) {
        json.key("threads").beginObject();
        json.numbers("name", to -> all.forEach(one -> to.accept(strings.index(one.name))));
        json.numbers("javaId", to -> all.forEach(one -> to.accept(one.javaId > 0 ? one.javaId : -1)));
        json.numbers("osId", to -> all.forEach(one -> to.accept(one.osId > 0 ? one.osId : -1)));
        json.key("virtual").beginArray();
        all.forEach(one -> json.value(one.isVirtual));
        json.endArray();
        json.numbers("group", to -> all.forEach(one -> to.accept(strings.index(one.group))));
        json.endObject();
    }
}
