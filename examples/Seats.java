import jacana.Jacana;
import java.util.concurrent.atomic.AtomicInteger;

/** Two clerks sell the seats of one show. */
public class Seats {
    private final AtomicInteger free = new AtomicInteger(50);

    void sell(int wanted) {
        if (wanted > 0 && wanted <= free.get()) {
            free.addAndGet(-wanted);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Seats show = new Seats();
        int family = Jacana.anyInt();
        int school = Jacana.anyInt();
        Thread clerk = new Thread(() -> show.sell(school), "clerk");
        clerk.start();
        show.sell(family);
        clerk.join();
        assert show.free.get() >= 0;
    }
}
