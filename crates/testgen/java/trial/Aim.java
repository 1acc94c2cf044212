package jacana.trial;

import jacana.probe.Sides;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Changes a call so that a comparison goes another way: where an argument is what one side of it was, it becomes what the other side was, or next to
 * that. No condition is understood for this, so it also works where a value went through code that nobody can follow.
 */
final class Aim {
    /** Elements and calls that a size may become. */
    private static final int LARGEST = 12;
    private static final int LONGEST = 80;
    /** Percent of the aims at a number that no argument is, but that may have been computed from one. */
    private static final int COMPUTED = 30;

    /** The sides of one comparison. */
    record Pair(Sides.Sort sort, long left, long right, String leftText, String rightText) {
        static Pair at(int place) {
            boolean isText = Sides.sort(place) == Sides.Sort.TEXT;
            String left = isText ? (String) Sides.leftText(place) : null;
            return new Pair(Sides.sort(place), Sides.left(place), Sides.right(place), left, isText ? (String) Sides.rightText(place) : null);
        }

        Pair flipped() {
            return new Pair(sort, right, left, rightText, leftText);
        }
    }

    private interface Change {
        void make();
    }

    private final RandomArguments source;

    Aim(RandomArguments source) {
        this.source = source;
    }

    /** `null` if no argument has to do with either side. */
    RandomCall at(RandomCall drawn, Pair pair) {
        boolean isFlipped = source.chance(50);
        for (Pair one : List.of(isFlipped ? pair.flipped() : pair, isFlipped ? pair : pair.flipped())) {
            RandomCall copy = drawn.copy();
            List<Change> changes = new ArrayList<>();
            copy.nodes().forEach(node -> collect(node, one, false, changes));
            if (changes.isEmpty() || source.chance(COMPUTED)) {
                copy.nodes().forEach(node -> collect(node, one, true, changes));
            }
            if (!changes.isEmpty()) {
                changes.get(source.random.nextInt(changes.size())).make();
                return copy;
            }
        }
        return null;
    }

    private void collect(Node node, Pair pair, boolean isComputed, List<Change> changes) {
        switch (pair.sort) {
            case WHOLE -> whole(node, pair.left, pair.right + around(), isComputed, changes);
            case REAL -> real(node, Double.longBitsToDouble(pair.left), Double.longBitsToDouble(pair.right), isComputed, changes);
            case TEXT -> text(node, pair.leftText, pair.rightText, isComputed, changes);
        }
    }

    private int around() {
        return source.chance(60) ? 0 : source.random.nextInt(3) - 1;
    }

    private void whole(Node node, long from, long to, boolean isComputed, List<Change> changes) {
        switch (node.sort) {
            case VALUE, BOX -> {
                if (node.value instanceof Boolean) {
                    return;
                }
                boolean isReal = node.value instanceof Float || node.value instanceof Double;
                long now = node.value instanceof Character unit ? unit : ((Number) node.value).longValue();
                if (now == from && !isComputed || isComputed && !isReal) {
                    changes.add(() -> node.value = RandomArguments.narrowed(node.descriptor, now == from ? to : now + (to - from)));
                }
            }
            case TEXT -> {
                if (!isComputed) {
                    units(node, (String) node.value, from, to, changes);
                }
            }
            case NUMBERS -> {
                int length = Array.getLength(node.value);
                String letter = node.descriptor.substring(1);
                if (!isComputed && length == from && to >= 0 && to <= LARGEST) {
                    changes.add(() -> node.value = source.resized(node.value, letter, (int) to));
                }
                for (int at = 0; at < length && !isComputed; at++) {
                    Object element = Array.get(node.value, at);
                    long now = element instanceof Character unit ? unit : element instanceof Number number ? number.longValue() : from + 1;
                    if (now == from) {
                        int place = at;
                        changes.add(() -> {
                            Object copy = source.resized(node.value, letter, length);
                            Array.set(copy, place, RandomArguments.narrowed(letter, to));
                            node.value = copy;
                        });
                    }
                }
            }
            case ELEMENTS -> {
                if (!isComputed && node.parts.size() == from && to >= 0 && to <= LARGEST) {
                    changes.add(() -> source.resize(node, (int) to));
                }
            }
            case WAY -> {
                // What the calls before filled may have this size.
                if (!isComputed && from >= 0 && node.steps.size() >= Math.max(1, from) && to > from && to <= LARGEST) {
                    changes.add(() -> {
                        for (long left = to - from; left > 0; left--) {
                            node.steps.add(node.steps.get(node.steps.size() - 1).copy());
                        }
                    });
                }
            }
            default -> {}
        }
    }

    /** A character becomes another one, or the text has another length. */
    private void units(Node node, String text, long from, long to, List<Change> changes) {
        if (from >= 0 && from <= Character.MAX_VALUE && to >= 0 && to <= Character.MAX_VALUE) {
            for (int at = text.indexOf((char) from); at >= 0; at = text.indexOf((char) from, at + 1)) {
                int place = at;
                changes.add(() -> node.value = text.substring(0, place) + (char) to + text.substring(place + 1));
            }
        }
        if (text.length() == from && to >= 0 && to <= LONGEST) {
            String more = text.isEmpty() ? "a" : text.substring(text.length() - 1);
            changes.add(() -> node.value = to <= text.length() ? text.substring(0, (int) to) : text + more.repeat((int) to - text.length()));
        }
    }

    private void real(Node node, double from, double to, boolean isComputed, List<Change> changes) {
        boolean isNumber = node.sort == Node.Sort.VALUE || node.sort == Node.Sort.BOX;
        if (!isNumber || !(node.value instanceof Number)) {
            return;
        }
        double now = ((Number) node.value).doubleValue();
        int kind = source.random.nextInt(5);
        double wanted = kind == 0 ? Math.nextUp(to) : kind == 1 ? Math.nextDown(to) : kind == 2 ? to + 1 : kind == 3 ? to - 1 : to;
        if (now == from && !isComputed) {
            changes.add(() -> node.value = realValue(node, wanted));
        } else if (isComputed) {
            double moved = source.chance(50) || from == 0 ? now + (wanted - from) : now * (wanted / from);
            changes.add(() -> node.value = realValue(node, moved));
        }
    }

    private static Object realValue(Node node, double value) {
        return switch (node.descriptor.charAt(0)) {
            case 'F' -> (Object) (float) value;
            case 'D' -> (Object) value;
            default -> RandomArguments.narrowed(node.descriptor, (long) value);
        };
    }

    private void text(Node node, String from, String to, boolean isComputed, List<Change> changes) {
        if (node.sort != Node.Sort.TEXT) {
            return;
        }
        String text = (String) node.value;
        if (isComputed) {
            int at = source.random.nextInt(text.length() + 1);
            changes.add(() -> node.value = limited(source.chance(50) ? to : text.substring(0, at) + to + text.substring(at)));
            return;
        }
        int at = text.indexOf(from);
        if (at < 0) {
            at = text.toLowerCase(Locale.ROOT).indexOf(from.toLowerCase(Locale.ROOT));
        }
        if (at >= 0 && at + from.length() <= text.length()) {
            int place = at;
            changes.add(() -> node.value = limited(text.substring(0, place) + to + text.substring(place + from.length())));
        }
    }

    private static String limited(String text) {
        return text.length() > LONGEST ? text.substring(0, LONGEST) : text;
    }
}
