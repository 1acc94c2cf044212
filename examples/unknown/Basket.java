/** A list whose prices are added up. */
public class Basket {
    static final class Item {
        int price;
        Item next;
    }

    static int total(Item first) {
        int total = 0;
        for (Item item = first; item != null; item = item.next) {
            total += item.price & 0xff;
        }
        return total;
    }

    static void check(Item first) {
        int total = total(first);
        assert first == null || total == (first.price & 0xff) + total(first.next);
    }

    static int distinct(int[] prices) {
        int distinct = 0;
        for (int i = 0; i < prices.length; i++) {
            boolean isNew = true;
            for (int j = 0; j < i; j++) {
                isNew &= prices[j] != prices[i];
            }
            distinct += isNew ? 1 : 0;
        }
        assert distinct <= prices.length;
        return distinct;
    }
}
