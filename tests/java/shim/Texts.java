import weave.runtime.Shim;

/** Text of payloads. */
final class Texts {
    private static String show(int max, String redact, Object... values) {
        // As adapters do it.
        StringBuilder text = new StringBuilder();
        for (Object value : values) {
            text.append(Shim.shown(value, redact == null ? max + 1 : max + 1 + (1 << 16)));
        }
        return redact == null ? Shim.cut(text.toString(), max) : Shim.redacted(text.toString(), max, redact);
    }

    private static String show(Object value) {
        return show(512, null, value);
    }

    static void valuesAreShownInSoManyCharacters() {
        Check.equal("null", Shim.shown(null, 10));
        Check.equal("3", Shim.shown(Integer.valueOf(3), 10));
        Check.equal("0123456789", Shim.shown("0123456789", 10));
        Check.equal("0123456789", Shim.shown("0123456789A", 10));
        Check.equal("0123456789", Shim.shown(new StringBuilder("0123456789A"), 10));
        Check.equal("[abc, defg", Shim.shown(new String[] {"abc", "defghi"}, 10));
        String same = new String("same");
        Check.that(Shim.shown(same, 4) == same, "not copied");
    }

    static void textsAreCut() {
        Check.equal("0123456789", show(10, null, "0123456789"));
        Check.equal("0123456789\u2026", show(10, null, "0123456789A"));
        Check.equal("01234\u2026", show(5, null, "0123", "4567", "89"));
        Check.equal("\u2026", show(0, null, "x"));
        Check.equal("", show(0, null, ""));
        Check.equal("ab\u2026", show(3, null, "ab\ud83d\ude00c"));
        Check.equal("ab\ud83d\ude00\u2026", show(4, null, "ab\ud83d\ude00c"));
    }

    static void arraysShowSixteenElements() {
        int[] sixteen = new int[16];
        java.util.Arrays.setAll(sixteen, i -> i + 1);
        Check.equal("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]", show(sixteen));
        int[] seventeen = java.util.Arrays.copyOf(sixteen, 17);
        Check.equal("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, \u2026]", show(seventeen));
        Check.equal("[]", show(new Object[0]));
        Check.equal("[a, null, 1]", show(new Object[] {"a", null, 1}));
        Check.equal("[[1, 2], [x], null]", show(new Object[] {new long[] {1, 2}, new String[] {"x"}, null}));
        Check.equal("[true, false]", show(new boolean[] {true, false}));
        Check.equal("[-1, 2]", show(new byte[] {-1, 2}));
        Check.equal("[a, b]", show(new char[] {'a', 'b'}));
        Check.equal("[1.5]", show(new float[] {1.5f}));
        Check.equal("[1.5]", show(new double[] {1.5}));
        Check.equal("[7]", show(new short[] {7}));
        Object[] self = new Object[1];
        self[0] = self;
        Check.equal("[[[[\u2026]]]]", show(self));
    }

    static void largeValuesAreNotBuilt() {
        Object[] wide = new Object[16];
        Object[] level = wide;
        for (int i = 0; i < 16; i++) {
            wide[i] = new StringBuilder("x".repeat(100000));
        }
        Object[] all = {level, level, level};
        Check.equal(513, show(all).length());
    }

    static final class Fails {
        private final Throwable failure;

        Fails(Throwable failure) {
            this.failure = failure;
        }

        @Override
        public String toString() {
            if (failure == null) {
                return toString();
            }
            throw Woven.<RuntimeException>unchecked(failure);
        }
    }

    static void aFailingToStringIsAQuestionMarkAndCounted() throws Exception {
        long before = counted();
        Check.equal("a?b", show(512, null, "a", new Fails(new IllegalStateException()), "b"));
        Check.equal("?", show(new Fails(null)));
        Check.equal("?", show(new Fails(new OutOfMemoryError("as if"))));
        Check.equal("[1, ?]", show(new Object[] {1, new Fails(new LinkageError())}));
        Check.equal(before + 4, counted());
        Check.equal("null", show(new Object() {
            @Override
            public String toString() {
                return null;
            }
        }));
    }

    private static long counted() throws Exception {
        java.lang.reflect.Field field = Class.forName("weave.runtime.Counters").getDeclaredField("TEXTS");
        field.setAccessible(true);
        return ((Number) field.get(null)).longValue();
    }

    static void matchesAreBlanked() {
        Check.equal("user=bob password=*** x", show(512, "(?<=password=)\\w+", "user=bob password=", "secret", " x"));
        Check.equal("*** ***", show(512, "\\d+", "12 34"));
        Check.equal("12 34", show(512, null, "12 34"));
        // A match that the cut would have torn apart is found all the same.
        Check.equal("*** ab\u2026", show(6, "secret\\d{10}", "secret0123456789 abcdef"));
        Check.equal("$1 \\ ***", show(512, "x", "$1 \\ x"));
    }

    static void aBrokenExpressionNeverShowsTheText() {
        Check.equal("?", show(512, "(", "secret"));
        Check.equal("?", show(512, "(a|b)*c", "ab".repeat(20000)));
    }

    static void aLargeTextThatIsRedactedHasALimit() {
        Check.equal(513, show(512, "x", "y".repeat(10_000_000)).length());
    }
}
