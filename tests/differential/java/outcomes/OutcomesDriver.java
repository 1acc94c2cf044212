import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;

/** Arguments: how often, then classes. Prints the outcomes of each class, one line each, while another thread keeps a processor busy. */
public class OutcomesDriver {
    private static volatile long turns;

    public static void main(String[] args) throws Exception {
        Thread load = new Thread(() -> {
            while (true) {
                turns++;
            }
        });
        load.setDaemon(true);
        load.start();
        int times = Integer.parseInt(args[0]);
        for (int at = 1; at < args.length; at++) {
            Class<?> program = Class.forName(args[at]);
            Set<Integer> outcomes = new TreeSet<>();
            for (int time = 0; time < times; time++) {
                outcomes.add((Integer) ((Callable<?>) program.getDeclaredConstructor().newInstance()).call());
            }
            StringBuilder line = new StringBuilder(args[at]);
            outcomes.forEach(outcome -> line.append(' ').append(outcome));
            System.out.println(line);
        }
        System.exit(0);
    }
}
