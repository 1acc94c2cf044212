/** Two threads add to the same field. */
public class Total {
    static int total;

    static synchronized void add(int amount) {
        total += amount;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> add(1));
        other.start();
        add(2);
        other.join();
        assert total == 3;
    }
}
