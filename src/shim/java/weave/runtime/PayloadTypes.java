package weave.runtime;

import weave.probe.TypeCustomizer;

/** The payload types of a probe with their colours: those of a probe class are asked once, when the first recording ends a chunk. */
final class PayloadTypes {
    private static final int RGB = 0xFFFFFF;

    private final Probe probe;
    private String[] names;
    private String[] colors;

    PayloadTypes(Probe probe) {
        this.probe = probe;
    }

    /** Gives them all to the channel. */
    synchronized void report(Channel channel) {
        if (probe.types == null) {
            String[] declared = channel.typeColors();
            for (int i = 0; i < declared.length; i += 2) {
                channel.type(declared[i], declared[i + 1]);
            }
            return;
        }
        if (names == null) {
            ask();
        }
        for (int i = 0; i < names.length; i++) {
            channel.type(names[i], colors[i]);
        }
    }

    private void ask() {
        names = new String[0];
        PerThread thread = PerThread.current();
        thread.busy++;
        try {
            Object[] constants = constants();
            String[] found = new String[constants.length];
            colors = new String[constants.length];
            for (int i = 0; i < found.length; i++) {
                found[i] = constants[i].toString();
                if (constants[i] instanceof TypeCustomizer) {
                    colors[i] = String.format("#%06X", ((TypeCustomizer) constants[i]).getColor() & RGB);
                }
            }
            names = found;
        } catch (Throwable t) {
            Counters.FAILURES.incrementAndGet();
            Log.once(Log.ERROR, "types " + probe.events, "the types of probe `" + probe.key + "` have no colours: " + t);
        } finally {
            thread.busy--;
        }
    }

    private Object[] constants() {
        for (Binding binding : Probes.bindings(probe)) {
            Class<?> type = binding.resolve(probe.types);
            if (type != null && type.isEnum()) {
                return type.getEnumConstants();
            }
        }
        return new Object[0];
    }
}
