package weave.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;

/**
 * The size of an object by the rules of HotSpot from JDK 15 on: each class lays its fields out behind those of its superclass, the largest
 * first, each into the first gap that it fits in. Wrong for the few classes that the VM treats in a special way.
 */
final class Layout {
    private Layout() {}

    static int size(Class<?> type, int header, int reference, int alignment) {
        BitSet taken = new BitSet();
        taken.set(0, header);
        ArrayList<Class<?>> classes = new ArrayList<Class<?>>();
        for (Class<?> one = type; one != null; one = one.getSuperclass()) {
            classes.add(0, one);
        }
        for (Class<?> one : classes) {
            place(taken, fields(one, reference));
        }
        return taken.length() + alignment - 1 & -alignment;
    }

    private static void place(BitSet taken, ArrayList<Integer> sizes) {
        for (int size : sizes) {
            int at = 0;
            while (!taken.get(at, at + size).isEmpty()) {
                at += size;
            }
            taken.set(at, at + size);
        }
    }

    private static ArrayList<Integer> fields(Class<?> type, int reference) {
        ArrayList<Integer> sizes = new ArrayList<Integer>();
        try {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    sizes.add(size(field.getType(), reference));
                }
            }
        } catch (Throwable t) {
            // A type of a field is missing, or the fields are hidden: the header is all that is known.
        }
        Collections.sort(sizes, Collections.reverseOrder());
        return sizes;
    }

    private static int size(Class<?> type, int reference) {
        if (!type.isPrimitive()) {
            return reference;
        }
        if (type == long.class || type == double.class) {
            return 8;
        }
        if (type == int.class || type == float.class) {
            return 4;
        }
        return type == short.class || type == char.class ? 2 : 1;
    }
}
