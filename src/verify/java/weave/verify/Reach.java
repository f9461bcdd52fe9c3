package weave.verify;

import java.io.IOException;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Whether a class reaches, through its own loader, what weaving has made for it: adapters, event classes and the runtime. */
final class Reach {
    private static final String GENERATED = "weave/gen/";
    private static final String[] OURS = {GENERATED, "weave/runtime/", "weave/probe/"};
    /** The runtime finds event classes by their names. */
    private static final Pattern EVENT_CLASS = Pattern.compile("weave\\.gen(\\.[\\p{L}\\p{N}_$]+)+");

    /** Classes of ours, which many others refer to. */
    private final Map<Source, Optional<ClassFile>> read = new ConcurrentHashMap<>();

    /** Whether weaving has added this class. */
    static boolean isOurs(String internalName) {
        return Stream.of(OURS).anyMatch(internalName::startsWith);
    }

    static boolean isWoven(ClassFile classFile) {
        return !isOurs(classFile.name()) && !classFile.references(GENERATED).isEmpty();
    }

    /** What is not reached, a sentence each. */
    List<String> problems(ClassFile classFile, Layout layout) {
        Set<String> found = new LinkedHashSet<>();
        List<ClassFile.Reference> references = new ArrayList<>(classFile.references(OURS));
        if (classFile.name().startsWith(GENERATED)) {
            classFile.strings(GENERATED.replace('/', '.')).stream().filter(name -> EVENT_CLASS.matcher(name).matches())
                    .forEach(name -> references.add(new ClassFile.Reference(name.replace('.', '/'), null, null)));
        }
        for (ClassFile.Reference reference : references) {
            String problem = problem(reference, classFile, layout);
            if (problem != null) {
                found.add(problem);
            }
        }
        return new ArrayList<>(found);
    }

    private String problem(ClassFile.Reference reference, ClassFile from, Layout layout) {
        String owner = Notation.type(reference.owner);
        Optional<ClassFile> classFile = find(reference.owner, layout);
        if (classFile.isEmpty()) {
            return "it needs the class `" + owner + "`, which its class loader does not find";
        }
        boolean isNeighbour = packageOf(from.name()).equals(packageOf(reference.owner));
        if (!isNeighbour && (classFile.get().access & ClassFile.PUBLIC) == 0) {
            return "it needs the class `" + owner + "`, which is not public";
        }
        if (reference.name == null) {
            return null;
        }
        String member = "`" + owner + "#" + Notation.member(reference.name, reference.descriptor) + "`";
        Integer access = access(reference, classFile.get(), layout);
        if (access == null) {
            return "it needs " + member + ", which that class does not have";
        }
        // JVMS §5.4.4. Of ours, only direct subclasses use what is protected.
        boolean isAccessible = isNeighbour || (access & ClassFile.PUBLIC) != 0
                || (access & ClassFile.PROTECTED) != 0 && reference.owner.equals(from.superclass());
        return isAccessible ? null : "it needs " + member + ", which it may not access";
    }

    /** The flags of the member, in the class or in what it inherits from (JVMS §5.4.3.2, §5.4.3.3); null if there is none. */
    private Integer access(ClassFile.Reference reference, ClassFile owner, Layout layout) {
        List<ClassFile.Member> members = reference.descriptor.startsWith("(") ? owner.methods() : owner.fields();
        for (ClassFile.Member member : members) {
            if (member.is(reference.name, reference.descriptor)) {
                return member.access;
            }
        }
        List<String> supertypes = new ArrayList<>(owner.interfaces());
        if (owner.superclass() != null) {
            supertypes.add(owner.superclass());
        }
        for (String supertype : supertypes) {
            Optional<ClassFile> inherited = find(supertype, layout);
            Integer access = inherited.isPresent() && !supertype.equals(owner.name())
                    ? access(reference, inherited.get(), layout)
                    : ofPlatform(supertype, reference);
            if (access != null) {
                return access;
            }
        }
        return null;
    }

    /** The same for a class that is in no archive. One that this JVM does not have, such as those of JFR in a small image, is not asked. */
    private static Integer ofPlatform(String name, ClassFile.Reference reference) {
        try {
            Class<?> type = Class.forName(Notation.type(name), false, ClassLoader.getPlatformClassLoader());
            for (Class<?> one = type; one != null; one = one.getSuperclass()) {
                for (java.lang.reflect.Executable method : methods(one)) {
                    String is = method instanceof java.lang.reflect.Method ? method.getName() : "<init>";
                    Class<?> result = method instanceof java.lang.reflect.Method ? ((java.lang.reflect.Method) method).getReturnType() : void.class;
                    String descriptor = MethodType.methodType(result, method.getParameterTypes()).toMethodDescriptorString();
                    if (is.equals(reference.name) && descriptor.equals(reference.descriptor)) {
                        return method.getModifiers();
                    }
                }
            }
            return null;
        } catch (ClassNotFoundException | LinkageError e) {
            return ClassFile.PUBLIC;
        }
    }

    private static List<java.lang.reflect.Executable> methods(Class<?> type) {
        List<java.lang.reflect.Executable> all = new ArrayList<>(List.of(type.getDeclaredConstructors()));
        all.addAll(List.of(type.getDeclaredMethods()));
        return all;
    }

    private Optional<ClassFile> find(String name, Layout layout) {
        Source source = layout.visible(name);
        return source == null ? Optional.empty() : read.computeIfAbsent(source, key -> {
            try {
                return Optional.of(new ClassFile(key.read()));
            } catch (IOException | ClassFormatError e) {
                return Optional.empty();
            }
        });
    }

    private static String packageOf(String internalName) {
        return internalName.substring(0, Math.max(0, internalName.lastIndexOf('/')));
    }
}
