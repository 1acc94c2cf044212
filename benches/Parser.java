import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** CPU: a parser of arithmetic with variables, and the evaluation of its trees. */
public class Parser {
    interface Node {
        long value(Map<String, Long> variables);
    }

    record Number(long number) implements Node {
        public long value(Map<String, Long> variables) {
            return number;
        }
    }

    record Variable(String name) implements Node {
        public long value(Map<String, Long> variables) {
            return variables.getOrDefault(name, 0L);
        }
    }

    record Binary(char operator, Node left, Node right) implements Node {
        public long value(Map<String, Long> variables) {
            long a = left.value(variables);
            long b = right.value(variables);
            return switch (operator) {
                case '+' -> a + b;
                case '-' -> a - b;
                case '*' -> a * b;
                default -> b == 0 ? 0 : a / b;
            };
        }
    }

    private final String text;
    private int at;

    Parser(String text) {
        this.text = text;
    }

    Node sum() {
        Node left = product();
        while (at < text.length() && (peek() == '+' || peek() == '-')) {
            char operator = text.charAt(at++);
            left = new Binary(operator, left, product());
        }
        return left;
    }

    private Node product() {
        Node left = atom();
        while (at < text.length() && (peek() == '*' || peek() == '/')) {
            char operator = text.charAt(at++);
            left = new Binary(operator, left, atom());
        }
        return left;
    }

    private Node atom() {
        char first = peek();
        if (first == '(') {
            at++;
            Node inner = sum();
            peek();
            at++;
            return inner;
        }
        int start = at;
        while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
            at++;
        }
        String word = text.substring(start, at);
        return Character.isDigit(first) ? new Number(Long.parseLong(word)) : new Variable(word);
    }

    /** The next character that is no space. */
    private char peek() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
        return at < text.length() ? text.charAt(at) : ')';
    }

    public static void main(String[] args) {
        String[] names = {"a", "beta", "gamma2", "delta"};
        Map<String, Long> variables = new HashMap<>();
        List<Node> trees = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 12_000; i++) {
            text.setLength(0);
            text.append('(').append(i).append(" + ").append(names[i % 4]).append(") * (7 - ").append(names[(i + 1) % 4]);
            text.append(" / ").append(i % 13).append(") - ").append(i * 31L).append(" * ").append(names[(i + 2) % 4]);
            trees.add(new Parser(text.toString()).sum());
            variables.put(names[i % 4], (long) i);
        }
        long sum = 0;
        for (int round = 0; round < 6; round++) {
            for (Node tree : trees) {
                sum = sum * 31 + tree.value(variables);
            }
        }
        System.out.println(sum);
    }
}
