import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A small shop: stock, orders, and a report. An order for more than the stock is refused. */
public class Inventory {
    record Item(String name, int cents) {}

    sealed interface Order permits Buy, Restock {}

    record Buy(String customer, String item, int count) implements Order {}

    record Restock(String item, int count) implements Order {}

    static class OutOfStock extends Exception {
        OutOfStock(String item, int wanted, int left) {
            super("only " + left + " of " + item + " left, " + wanted + " wanted");
        }
    }

    private final Map<String, Item> items = new TreeMap<>();
    private final Map<String, Integer> stock = new TreeMap<>();
    private final Map<String, Integer> spent = new TreeMap<>();
    private final List<String> refused = new ArrayList<>();

    void add(String name, int cents, int count) {
        items.put(name, new Item(name, cents));
        stock.put(name, count);
    }

    void handle(Order order) {
        try {
            if (order instanceof Buy buy) {
                sell(buy);
            } else if (order instanceof Restock restock) {
                stock.merge(restock.item(), restock.count(), Integer::sum);
            }
        } catch (OutOfStock e) {
            refused.add(e.getMessage());
        }
    }

    private void sell(Buy buy) throws OutOfStock {
        int left = stock.getOrDefault(buy.item(), 0);
        if (buy.count() > left) {
            throw new OutOfStock(buy.item(), buy.count(), left);
        }
        stock.put(buy.item(), left - buy.count());
        spent.merge(buy.customer(), buy.count() * items.get(buy.item()).cents(), Integer::sum);
    }

    String report() {
        String best = spent.entrySet().stream()
            .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
            .map(e -> String.format("%-6s %8.2f", e.getKey(), e.getValue() / 100.0))
            .collect(Collectors.joining("\n"));
        return best + "\nstock   " + stock + "\nrefused " + refused;
    }

    public static void main(String[] args) {
        Inventory shop = new Inventory();
        shop.add("lamp", 1999, 5);
        shop.add("chair", 4550, 2);
        shop.add("rug", 12000, 1);
        List<Order> orders = List.of(
            new Buy("Ann", "lamp", 2), new Buy("Bob", "chair", 3), new Restock("chair", 4), new Buy("Bob", "chair", 3),
            new Buy("Cy", "rug", 1), new Buy("Ann", "rug", 1), new Buy("Cy", "lamp", 3));
        orders.forEach(shop::handle);
        System.out.println(shop.report());
        for (String name : args) {
            System.out.println("price of " + name + ": " + shop.items.get(name).cents());
        }
    }
}
