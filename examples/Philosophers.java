/** Two threads that take two locks in different orders. */
public class Philosophers {
    private static final Object LEFT = new Object();
    private static final Object RIGHT = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> eat(RIGHT, LEFT), "other");
        other.start();
        eat(LEFT, RIGHT);
        other.join();
        System.out.println("both have eaten");
    }

    private static void eat(Object first, Object second) {
        synchronized (first) {
            Thread.yield();
            synchronized (second) {
                System.out.println(Thread.currentThread().getName() + " eats");
            }
        }
    }
}
