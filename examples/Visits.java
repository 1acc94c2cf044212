/** Counts visits of a page. Each visit is seen by all threads at once, but `visits++` reads and writes. */
public class Visits {
    private volatile int visits;

    void visit() {
        visits++;
    }

    public static void main(String[] args) throws InterruptedException {
        Visits page = new Visits();
        Thread other = new Thread(page::visit, "other");
        other.start();
        page.visit();
        other.join();
        assert page.visits == 2;
    }
}
