package weave.verify;

import java.util.StringJoiner;

/** How findings write classes and members: {@code com.acme.Dao}, {@code find(int, java.lang.String): long}, {@code size: int}. */
final class Notation {
    private Notation() {
    }

    static String type(String internalName) {
        return internalName.replace('/', '.');
    }

    /** A field, or a method if the descriptor is that of one (JVMS §4.3). One that cannot be read stays as it is. */
    static String member(String name, String descriptor) {
        int[] at = {0};
        try {
            if (!descriptor.startsWith("(")) {
                return name + ": " + next(descriptor, at);
            }
            StringJoiner parameters = new StringJoiner(", ", name + "(", ")");
            for (at[0] = 1; descriptor.charAt(at[0]) != ')';) {
                parameters.add(next(descriptor, at));
            }
            at[0]++;
            return parameters + ": " + next(descriptor, at);
        } catch (IndexOutOfBoundsException e) {
            return name + descriptor;
        }
    }

    private static String next(String descriptor, int[] at) {
        char letter = descriptor.charAt(at[0]++);
        switch (letter) {
            case '[':
                return next(descriptor, at) + "[]";
            case 'L':
                int end = descriptor.indexOf(';', at[0]);
                String name = descriptor.substring(at[0], end);
                at[0] = end + 1;
                return type(name);
            default:
                String[] primitives = {"byte", "char", "double", "float", "int", "long", "short", "boolean", "void"};
                return primitives["BCDFIJSZV".indexOf(letter)];
        }
    }
}
