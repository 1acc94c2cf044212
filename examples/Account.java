/** A bank account whose methods say what they do by contracts in JML comments. */
public class Account {
    private int balance;

    //@ invariant balance >= 0;

    //@ requires amount > 0 && amount <= 1000 && balance <= 1000000;
    //@ ensures balance == \old(balance) + amount;
    //@ assignable balance;
    public void deposit(int amount) {
        balance += amount;
    }

    //@ requires to != null && to.balance <= 1000000;
    //@ requires 0 < amount && amount <= balance && balance <= 1000000;
    //@ ensures balance == \old(balance) - amount;
    //@ ensures to.balance == \old(to.balance) + amount;
    //@ assignable balance, to.balance;
    public void transfer(Account to, int amount) {
        int rest = balance - amount;
        to.balance += amount;
        balance = rest;
    }
}
