package jacana.trial;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;

/** Gives texts of a call the names of what its objects have: code that asks by reflection finds something then. */
final class Names {
    private static final List<String> BEFORE = List.of("get", "set", "is");

    private final Grammar grammar;
    private final Random random;
    private final Map<String, List<String>> known = new HashMap<>();

    Names(Grammar grammar, Random random) {
        this.grammar = grammar;
        this.random = random;
    }

    /** One of its texts becomes a name, if there is an object that has one. */
    void give(RandomCall call) {
        List<Node> nodes = call.nodes();
        List<Node> texts = nodes.stream().filter(node -> node.sort == Node.Sort.TEXT).toList();
        List<Node> objects = nodes.stream().filter(node -> node.sort == Node.Sort.WAY && node.kind != null).toList();
        if (texts.isEmpty() || objects.isEmpty()) {
            return;
        }
        List<String> names = known.computeIfAbsent(any(objects).descriptor, this::names);
        if (!names.isEmpty()) {
            any(texts).value = any(names);
        }
    }

    private <T> T any(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /** Of properties, public fields and methods. */
    private List<String> names(String descriptor) {
        TreeSet<String> names = new TreeSet<>();
        try {
            Class<?> type = grammar.type(descriptor);
            for (Field field : type.getFields()) {
                names.add(field.getName());
            }
            for (Method method : type.getMethods()) {
                if (method.getDeclaringClass() != Object.class) {
                    names.add(property(method.getName()));
                }
            }
        } catch (ClassNotFoundException | LinkageError missing) {
            // Then it has no names.
        }
        return List.copyOf(names);
    }

    private static String property(String method) {
        for (String word : BEFORE) {
            String rest = method.substring(Math.min(word.length(), method.length()));
            if (method.startsWith(word) && !rest.isEmpty() && Character.isUpperCase(rest.charAt(0))) {
                return Character.toLowerCase(rest.charAt(0)) + rest.substring(1);
            }
        }
        return method;
    }
}
