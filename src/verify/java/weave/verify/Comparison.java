package weave.verify;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What weaving must leave as it is: everything but the code of methods and the bootstrap methods of call sites. So a class has the fields,
 * methods, modifiers, annotations, interfaces, superclass and {@code serialVersionUID} of the original.
 *
 * <p>Attributes are compared as bytes, so those that are not known are compared too. Their indices mean the same because
 * weaving only appends to the constant pool, which is checked first.
 */
final class Comparison {
    private static final String CODE = "Code";
    private static final String BOOTSTRAP_METHODS = "BootstrapMethods";
    /** Compared as a value. */
    private static final String CONSTANT_VALUE = "ConstantValue";

    private final List<String> found = new ArrayList<>();
    private final ClassFile original;
    private final ClassFile woven;
    private final boolean comparesAttributes;

    private Comparison(ClassFile original, ClassFile woven) {
        this.original = original;
        this.woven = woven;
        this.comparesAttributes = woven.continuesPoolOf(original);
    }

    /** What differs, a sentence each. */
    static List<String> of(ClassFile original, ClassFile woven) {
        if (woven.hasBytesOf(original)) {
            return List.of();
        }
        Comparison comparison = new Comparison(original, woven);
        if (!comparison.comparesAttributes) {
            comparison.found.add("its constant pool does not begin with that of the original, so the bytes of attributes are not compared");
        }
        comparison.compare("its class file version", original.version(), woven.version());
        comparison.compare("its name", Notation.type(original.name()), Notation.type(woven.name()));
        comparison.compare("its access flags", flags(original.access), flags(woven.access));
        comparison.compare("its superclass", original.superclass(), woven.superclass());
        comparison.compare("its list of interfaces", String.join(", ", original.interfaces()), String.join(", ", woven.interfaces()));
        comparison.members("field", original.fields(), woven.fields());
        comparison.members("method", original.methods(), woven.methods());
        comparison.attributes("its", original.attributes(), woven.attributes(), BOOTSTRAP_METHODS);
        return comparison.found;
    }

    private void compare(String what, String original, String woven) {
        if (!Objects.equals(original, woven)) {
            found.add(what + " changed from `" + shown(original) + "` to `" + shown(woven) + "`");
        }
    }

    private static String shown(String text) {
        return text == null ? "" : text.replace('/', '.');
    }

    private void members(String kind, List<ClassFile.Member> these, List<ClassFile.Member> those) {
        Map<String, ClassFile.Member> before = byName(these);
        Map<String, ClassFile.Member> after = byName(those);
        before.forEach((name, member) -> {
            ClassFile.Member now = after.get(name);
            if (now == null) {
                found.add("the " + kind + " `" + name + "` is gone");
                return;
            }
            compare("the " + kind + " `" + name + "`: its access flags", flags(member.access), flags(now.access));
            attributes("the " + kind + " `" + name + "`: its", member.attributes, now.attributes, CODE);
            compare("the " + kind + " `" + name + "`: its value",
                    original.constantValue(member.attributes), woven.constantValue(now.attributes));
        });
        after.keySet().stream().filter(name -> !before.containsKey(name))
                .forEach(name -> found.add("the " + kind + " `" + name + "` was added"));
        List<String> order = new ArrayList<>(before.keySet());
        if (before.keySet().equals(after.keySet()) && !order.equals(new ArrayList<>(after.keySet()))) {
            found.add("its " + kind + "s are in another order");
        }
    }

    private static Map<String, ClassFile.Member> byName(List<ClassFile.Member> members) {
        Map<String, ClassFile.Member> found = new LinkedHashMap<>();
        members.forEach(member -> found.put(Notation.member(member.name, member.descriptor), member));
        return found;
    }

    /** {@code free} is the attribute whose bytes weaving changes; one of class files, where it may be added as well. */
    private void attributes(String whose, List<ClassFile.Attribute> these, List<ClassFile.Attribute> those, String free) {
        Map<String, List<ClassFile.Attribute>> before = byKind(these);
        Map<String, List<ClassFile.Attribute>> after = byKind(those);
        if (free.equals(CODE) && before.containsKey(CODE) != after.containsKey(CODE)) {
            found.add(whose + " code " + (before.containsKey(CODE) ? "is gone" : "was added"));
        }
        before.remove(free);
        after.remove(free);
        before.forEach((name, all) -> {
            if (!after.containsKey(name)) {
                found.add(whose + " attribute " + name + " is gone");
            } else if (comparesAttributes && !name.equals(CONSTANT_VALUE) && !after.get(name).equals(all)) {
                found.add(whose + " attribute " + name + " differs");
            }
        });
        after.keySet().stream().filter(name -> !before.containsKey(name))
                .forEach(name -> found.add(whose + " attribute " + name + " was added"));
    }

    private static Map<String, List<ClassFile.Attribute>> byKind(List<ClassFile.Attribute> attributes) {
        return attributes.stream()
                .collect(Collectors.groupingBy(attribute -> attribute.name, LinkedHashMap::new, Collectors.toList()));
    }

    private static String flags(int access) {
        return String.format("0x%04x", access);
    }
}
