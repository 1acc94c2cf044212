package jacana.probe;

/** A thread of the program in a schedule, as far as the agent knows it. All fields are guarded by the lock of `Schedule`. */
final class Turn {
    /** Where a thread is. Everywhere but at RUNS it stands still, in code of ours. */
    enum Place { STARTS, BEGINS, RUNS, STANDS, WAITS, PARKS, HELD }

    final Thread thread;
    final int number;
    /** Its steps, by their positions in the schedule, and how many of them are taken. */
    final int[] steps;
    int taken;
    /** Where it stands when all its steps are taken, or -1. */
    final int lastSite;

    volatile Place place;
    /** The site that it stands at. */
    int site = -1;
    /** Sites that it passed by without a step: the last one. */
    int strayed = -1;
    /** Code of ours runs: what that passes does not count. Of its own thread alone. */
    boolean busy;
    boolean begun;
    /** It is blocked outside of the agent, and has been for long. */
    boolean stuck;
    long blockedSince;
    /** The next access: an object, and an index or -1. */
    Object accessed;
    int element;

    /** In Object.wait: on what, for how long (0: for ever), and what has happened meanwhile. */
    Object object;
    boolean timed;
    boolean inWait;
    boolean prodded;
    boolean interrupted;
    /** Notifications that it got, and whether anybody has notified the object since it waits. */
    int notices;
    boolean heard;

    Turn(Thread thread, int number, int[] steps, int lastSite, Place place) {
        this.thread = thread;
        this.number = number;
        this.steps = steps;
        this.lastSite = lastSite;
        this.place = place;
    }

    boolean isDone() {
        return taken == steps.length;
    }

    /** Does it stand still, or has it ended? */
    boolean isStill() {
        return place != Place.RUNS || stuck || thread.getState() == Thread.State.TERMINATED;
    }

    void beginWaiting(Object waitsOn, boolean isTimed) {
        object = waitsOn;
        timed = isTimed;
        inWait = true;
        prodded = false;
        interrupted = false;
        notices = 0;
        heard = false;
        place = Place.WAITS;
    }

    @Override
    public String toString() {
        return "thread " + number + " \"" + thread.getName() + "\"";
    }
}
