/** Tasks in the order in which they came: a linked list that knows its last element. */
public class TaskQueue {
    static class Task {
        int priority;
        Task next;
    }

    private Task first;
    private Task last;

    /** The invariant: `last` is the end of the list that begins with `first`, and the list has no cycle. */
    boolean repOK() {
        if (first == null) {
            return last == null;
        }
        Task slow = first;
        Task task = first;
        while (task.next != null) {
            task = task.next;
            if (task.next == null) {
                break;
            }
            task = task.next;
            slow = slow.next;
            if (task == slow) {
                return false;
            }
        }
        return task == last;
    }

    public void add(Task task) {
        task.next = null;
        if (last == null) {
            first = task;
        } else {
            last.next = task;
        }
        last = task;
    }

    /** Takes the first task out of the queue; null if there is none. */
    public Task take() {
        Task task = first;
        if (task != null) {
            first = task.next;
            task.next = null;
        }
        return task;
    }

    public boolean isEmpty() {
        return first == null;
    }
}
