package weave.recording;

/** Texts that are in no table any more, by 64 bits of a hash: two of a million are taken for one with a chance of one in ten million. */
final class Gone {
    private static final int MOST = 1 << 21;

    private long[] hashes = new long[0];
    private int size;

    void add(String text) {
        if (size * 2 >= hashes.length) {
            long[] old = hashes;
            hashes = new long[Math.max(1 << 12, old.length * 2)];
            for (long hash : old) {
                if (hash != 0) {
                    hashes[place(hash)] = hash;
                }
            }
        }
        long hash = hash(text);
        int place = place(hash);
        size += hashes[place] == 0 ? 1 : 0;
        hashes[place] = hash;
    }

    boolean has(String text) {
        return size > 0 && hashes[place(hash(text))] != 0;
    }

    /** True when no more texts can be told apart. */
    boolean isFull() {
        return size >= MOST;
    }

    int size() {
        return size;
    }

    /** Where it is, or where it may be put. */
    private int place(long hash) {
        int place = (int) (hash ^ hash >>> 32) & hashes.length - 1;
        while (hashes[place] != 0 && hashes[place] != hash) {
            place = place + 1 & hashes.length - 1;
        }
        return place;
    }

    private static long hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x9e3779b97f4a7c15L;
            hash ^= hash >>> 29;
        }
        return hash == 0 ? 1 : hash;
    }
}
