/** Helpers for text that must fit into a column. */
public class Text {
    /** The text itself if it has at most `width` characters, else its beginning and three dots. */
    static String abbreviate(String text, int width) {
        if (text == null || width < 0) {
            return "";
        }
        if (text.length() <= width) {
            return text;
        }
        return text.substring(0, width - 3) + "...";
    }

    /** The larger of two numbers without a branch. */
    static int max(int a, int b) {
        long difference = (long) a - b;
        int sign = (int) (difference >>> 63);
        int result = a * (1 - sign) + b * sign;
        assert result >= a && result >= b && (result == a || result == b);
        return result;
    }
}
