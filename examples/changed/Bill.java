/** The bill of a table in a restaurant, which guests may share. */
public class Bill {
    private int cents;
    private boolean closed;

    public Bill(int cents) {
        if (cents < 0) {
            throw new IllegalArgumentException("a bill is not negative: " + cents);
        }
        this.cents = cents;
    }

    public void add(int price) {
        if (closed) {
            throw new IllegalStateException("the bill is closed");
        }
        cents += price;
    }

    public void close() {
        closed = true;
    }

    public int total() {
        return cents;
    }

    /** What each guest pays; the first ones pay the cents that are left over. */
    public int[] share(int guests) {
        int[] shares = new int[guests];
        for (int i = 0; i < guests; i++) {
            shares[i] = cents / guests + (i < cents % guests ? 1 : 0);
        }
        return shares;
    }

    /** With a tip in percent, rounded to full cents. */
    public int withTip(int percent) {
        if (percent < 0 || percent > 50) {
            throw new IllegalArgumentException("no tip: " + percent);
        }
        return (int) ((cents * (100L + percent) + 50) / 100);
    }
}
