/** Money that goes from one account to another: nobody thought of one account in both places. */
public class Accounts {
    static class Account {
        int balance;
    }

    static void transfer(Account from, Account to, int amount) {
        if (from == null || to == null || amount <= 0 || amount > from.balance) {
            return;
        }
        int before = from.balance;
        int left = from.balance - amount;
        int more = to.balance + amount;
        from.balance = left;
        to.balance = more;
        assert from.balance == before - amount : "money is lost or made";
    }
}
