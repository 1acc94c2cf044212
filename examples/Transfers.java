/** Transfers between accounts, each of which has a lock of its own. */
public class Transfers {
    static class Account {
        private final String owner;
        private int balance;

        Account(String owner, int balance) {
            this.owner = owner;
            this.balance = balance;
        }

        synchronized void deposit(int amount) {
            balance += amount;
        }

        /** Takes both locks, so that nobody sees money that is on its way. */
        synchronized void transfer(Account to, int amount) {
            if (amount > balance) {
                throw new IllegalArgumentException(owner + " has less than " + amount);
            }
            balance -= amount;
            to.deposit(amount);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account ann = new Account("Ann", 100);
        Account bob = new Account("Bob", 100);
        Thread rent = new Thread(() -> bob.transfer(ann, 30), "rent");
        rent.start();
        ann.transfer(bob, 50);
        rent.join();
        assert ann.balance + bob.balance == 200;
    }
}
