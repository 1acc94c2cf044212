package jacana.trial;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/** The rows of a parameterized test, as JUnit reads them: of the forms that tests of ours have. */
final class Rows {
    private Rows() {}

    /** The arguments of each row; of a test without parameters one row without arguments. */
    static List<Object[]> of(Method test) throws ReflectiveOperationException {
        for (Annotation mark : test.getAnnotations()) {
            if (mark.annotationType().getSimpleName().equals("CsvSource")) {
                List<Object[]> rows = new ArrayList<>();
                for (String row : (String[]) mark.annotationType().getMethod("value").invoke(mark)) {
                    rows.add(arguments(values(row), test.getParameterTypes()));
                }
                return rows;
            }
        }
        return List.<Object[]>of(new Object[0]);
    }

    /** Between commas; what is in quotes is as it is, and nothing at all is null. */
    private static List<String> values(String row) {
        List<String> values = new ArrayList<>();
        int at = 0;
        while (at <= row.length()) {
            while (at < row.length() && row.charAt(at) == ' ') {
                at++;
            }
            StringBuilder value = new StringBuilder();
            boolean isQuoted = at < row.length() && row.charAt(at) == '\'';
            if (isQuoted) {
                for (at++; row.charAt(at) != '\'' || at + 1 < row.length() && row.charAt(at + 1) == '\''; at++) {
                    value.append(row.charAt(at));
                    at += row.charAt(at) == '\'' ? 1 : 0;
                }
                at++;
            }
            while (at < row.length() && row.charAt(at) != ',') {
                value.append(row.charAt(at++));
            }
            values.add(isQuoted ? value.toString() : value.toString().strip().isEmpty() ? null : value.toString().strip());
            at++;
        }
        return values;
    }

    private static Object[] arguments(List<String> values, Class<?>[] types) {
        if (values.size() != types.length) {
            throw new IllegalArgumentException("a row of " + values.size() + " for " + types.length + " parameters");
        }
        Object[] arguments = new Object[types.length];
        for (int at = 0; at < types.length; at++) {
            arguments[at] = argument(values.get(at), types[at]);
        }
        return arguments;
    }

    private static Object argument(String value, Class<?> type) {
        return switch (type.getName()) {
            case "boolean" -> Boolean.valueOf(value);
            case "byte" -> Byte.decode(value);
            case "short" -> Short.decode(value);
            case "int" -> Integer.decode(value);
            case "long" -> Long.decode(value);
            case "float" -> Float.valueOf(value);
            case "double" -> Double.valueOf(value);
            case "char" -> value.charAt(0);
            default -> value;
        };
    }
}
