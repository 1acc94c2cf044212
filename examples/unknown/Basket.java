/** What a customer buys: a list of items, or their prices. */
public class Basket {
    static final class Item {
        int price;
        Item next;
    }

    /** The third item is the first one's neighbour's neighbour. */
    static int third(Item first) {
        if (first == null || first.next == null || first.next.next == null) {
            return 0;
        }
        int price = first.next.next.price & 0xff;
        assert price >= 0;
        return price;
    }

    static int threeCheapest(int[] prices) {
        if (prices == null || prices.length < 3) {
            return 0;
        }
        int sum = (prices[0] & 0xff) + (prices[1] & 0xff) + (prices[2] & 0xff);
        assert sum <= 3 * 0xff;
        return sum;
    }
}
