package jacana.trial;

import jacana.probe.Passed;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** What holds of the elements that an iterator, a list, a map or an array leads to, one after the other. */
final class Elements {
    /** So many are told. */
    private static final int MOST = 4;
    /** Stands between statements of one assertion: they hold in this order only. */
    private static final String THEN = "\u0001";

    private Elements() {}

    /** The elements of an iterator, which has none afterwards; nothing if the result is no iterator. */
    static String drained(Object result, Class<?> declared) {
        Iterator<?> all;
        String[] words;
        if (result instanceof Iterator<?> iterator && Iterator.class.isAssignableFrom(declared)) {
            all = iterator;
            words = new String[] {"hasNext()", "next()"};
        } else if (result instanceof Enumeration<?> enumeration && Enumeration.class.isAssignableFrom(declared)) {
            all = enumeration.asIterator();
            words = new String[] {"hasMoreElements()", "nextElement()"};
        } else {
            return null;
        }
        List<String> said = new ArrayList<>();
        try {
            Observed.bound();
            while (said.size() < MOST && all.hasNext()) {
                Object element = all.next();
                String literal = element == null ? "null" : Literals.literal(element);
                if (literal == null) {
                    said.add("assertTrue(result." + words[0] + ");");
                    return String.join(THEN, said);
                }
                said.add("assertEquals(" + literal + ", result." + words[1] + ");");
            }
            if (said.size() < MOST) {
                said.add("assertFalse(result." + words[0] + ");");
            }
        } catch (RuntimeException | LinkageError | StackOverflowError | Passed.Endless refused) {
            if (said.isEmpty()) {
                return null;
            }
        }
        return String.join(THEN, said);
    }

    /** The texts of elements that have a text of their own. */
    static List<String> texts(String name, Object object) {
        List<String> said = new ArrayList<>();
        if (object instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                String key = entry.getKey() == null ? null : Literals.literal(entry.getKey());
                if (key != null) {
                    text(said, name + ".get(" + key + ")", entry.getValue());
                }
            }
            said.sort(null);
        } else if (object instanceof List<?> list) {
            for (int at = 0; at < Math.min(list.size(), MOST); at++) {
                text(said, name + ".get(" + at + ")", list.get(at));
            }
        } else if (object.getClass().isArray()) {
            for (int at = 0; at < Math.min(Array.getLength(object), MOST); at++) {
                text(said, name + "[" + at + "]", Array.get(object, at));
            }
        }
        return said.size() > MOST ? said.subList(0, MOST) : said;
    }

    private static void text(List<String> said, String what, Object element) {
        if (element == null || Literals.literal(element) != null || !hasText(element.getClass())) {
            return;
        }
        try {
            Observed.bound();
            String text = element.toString();
            String again = element.toString();
            if (text != null && text.equals(again) && !Observed.isIdentity(text) && Literals.literal(text) != null) {
                said.add("assertEquals(" + Literals.literal(text) + ", " + what + ".toString());");
            }
        } catch (RuntimeException | LinkageError | StackOverflowError | Passed.Endless refused) {
            return;
        }
    }

    private static boolean hasText(Class<?> type) {
        try {
            return type.getMethod("toString").getDeclaringClass() != Object.class;
        } catch (ReflectiveOperationException | LinkageError missing) {
            return false;
        }
    }
}
