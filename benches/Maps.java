import java.util.HashMap;
import java.util.Map;

/** CPU: HashMap with boxed keys, growth, iteration. */
public class Maps {
    public static void main(String[] args) {
        Map<Integer, Long> counts = new HashMap<>();
        int seed = 12345;
        for (int i = 0; i < 500_000; i++) {
            seed = seed * 1103515245 + 12345;
            int key = seed >>> 16 & 0x3fff;
            Long old = counts.get(key);
            counts.put(key, old == null ? 1L : old + key);
            if ((seed & 0x700000) == 0) {
                counts.remove(key / 2);
            }
        }
        long sum = 0;
        for (int round = 0; round < 12; round++) {
            for (Map.Entry<Integer, Long> e : counts.entrySet()) {
                sum = sum * 31 + e.getKey() * e.getValue();
            }
        }
        System.out.println(counts.size() + " " + sum);
    }
}
