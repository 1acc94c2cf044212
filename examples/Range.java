/** Prints the pages that a range such as `3-7` means, as print dialogs do. */
public class Range {
    public static void main(String[] args) {
        String range = args[0];
        int dash = range.indexOf('-');
        if (dash < 0) {
            print(page(range), page(range));
        } else {
            print(page(range.substring(0, dash)), page(range.substring(dash + 1)));
        }
    }

    private static void print(int first, int last) {
        if (last < first) {
            System.out.println("no pages");
            return;
        }
        int[] pages = new int[last - first + 1];
        for (int i = 0; i < pages.length; i++) {
            pages[i] = first + i;
        }
        System.out.println(pages.length + " pages, the last is " + pages[pages.length - 1]);
    }

    /** A page number. Letters are refused; an empty text was never thought of. */
    private static int page(String text) {
        for (char c : text.toCharArray()) {
            if (c < '0' || c > '9') {
                System.out.println("not a page: " + text);
                System.exit(1);
            }
        }
        return Integer.parseInt(text);
    }
}
