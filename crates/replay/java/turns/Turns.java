package jacana.probe;

/** What is called before instructions at which threads take turns, and in place of calls that would block. */
public final class Turns {
    private Turns() {
    }

    /** Before the instruction at a site. */
    public static void at(int site) {
        Schedule.take(Schedule.own(), site);
    }

    /** The same, with the object whose field is accessed next. */
    public static void access(Object object, int site) {
        access(object, -1, site);
    }

    public static void access(int site) {
        access(null, -1, site);
    }

    /** The same for an element of an array. */
    public static void access(Object array, int index, int site) {
        Turn own = Schedule.own();
        if (own != null && !own.busy) {
            own.accessed = array;
            own.element = index;
        }
        Schedule.take(own, site);
    }

    /** Before the instruction that starts a thread. */
    public static void start(Object thread, int site) {
        Turn own = Schedule.own();
        if (Schedule.take(own, site) == Schedule.START) {
            Schedule.started(own, (Thread) thread);
        }
    }

    /** Where a `run` begins. */
    public static void begin(Object thread) {
        Turn own = Schedule.own();
        if (own != null && own.thread == thread && !own.begun) {
            own.begun = true;
            Schedule.stand(own, Turn.Place.BEGINS);
        }
    }

    /** Behind the instruction at a site. */
    public static void after(int site) {
        Turn own = Schedule.own();
        if (own != null && own.site == site) {
            Schedule.hold(own);
        }
    }

    public static void waits(Object object, int site) throws InterruptedException {
        waits(object, 0, site);
    }

    public static void waits(Object object, long millis, int nanos, int site) throws InterruptedException {
        waits(object, nanos > 0 && millis < Long.MAX_VALUE ? millis + 1 : millis, site);
    }

    public static void waits(Object object, long millis, int site) throws InterruptedException {
        Turn own = Schedule.own();
        if (millis < 0 || Schedule.take(own, site) != Schedule.WAIT) {
            // The exception for a negative time, too.
            Natives.waits(object, millis);
            return;
        }
        own.busy = true;
        try {
            waits(own, object, millis);
        } finally {
            own.busy = false;
        }
        Schedule.hold(own);
    }

    /**
     * Waits on the object without an end, so that notifications of the program come as ever; what lets it go on is that its turn has come,
     * for which `Watcher` interrupts it.
     */
    private static void waits(Turn own, Object object, long millis) throws InterruptedException {
        synchronized (Schedule.LOCK) {
            own.beginWaiting(object, millis > 0);
            Schedule.pass();
        }
        boolean rest = false;
        while (true) {
            boolean notified = true;
            try {
                Natives.waits(object, 0);
            } catch (InterruptedException interruption) {
                notified = false;
            } catch (RuntimeException | Error thrown) {
                synchronized (Schedule.LOCK) {
                    own.inWait = false;
                    own.place = Turn.Place.RUNS;
                }
                throw thrown;
            }
            synchronized (Schedule.LOCK) {
                own.inWait = false;
                if (notified) {
                    Schedule.notified(own);
                    if (own.prodded) {
                        // It was too late for that.
                        Thread.interrupted();
                    }
                } else if (!own.prodded) {
                    own.interrupted = true;
                }
                own.prodded = false;
                boolean goes = own.place == Turn.Place.RUNS;
                if (goes && Schedule.last(own) == Schedule.INTERRUPTED) {
                    throw new InterruptedException();
                }
                if (goes) {
                    Schedule.useNotice(own);
                    break;
                }
                if (Schedule.isFree()) {
                    own.place = Turn.Place.RUNS;
                    if (own.interrupted) {
                        throw new InterruptedException();
                    }
                    rest = own.notices == 0;
                    break;
                }
                own.inWait = true;
                Schedule.pass();
            }
        }
        if (rest) {
            Natives.waits(object, millis);
        } else if (own.interrupted) {
            Natives.interrupts(own.thread);
        }
    }

    public static void parks(Object unsafe, boolean absolute, long time, int site) {
        Turn own = Schedule.own();
        int kind = Schedule.take(own, site);
        if (kind == Schedule.WAIT || kind == Schedule.PARK) {
            if (!Schedule.stand(own, Turn.Place.PARKS)) {
                Natives.parks(absolute, time);
                return;
            }
        } else if (kind != Schedule.PASS) {
            Natives.parks(absolute, time);
            return;
        }
        // Takes the permit, if there is one.
        Natives.parks(false, 1);
        Schedule.hold(own);
    }

    public static void sleeps(long time, int site) throws InterruptedException {
        Turn own = Schedule.own();
        int kind = Schedule.take(own, site);
        if (kind == Schedule.WAIT || kind == Schedule.PARK) {
            if (!Schedule.stand(own, Turn.Place.PARKS)) {
                Natives.sleeps(time);
            } else if (Schedule.last(own) == Schedule.INTERRUPTED) {
                Thread.interrupted();
                throw new InterruptedException("sleep interrupted");
            }
        } else if (kind != Schedule.PASS) {
            Natives.sleeps(time);
        } else if (Thread.interrupted()) {
            throw new InterruptedException("sleep interrupted");
        }
        Schedule.hold(own);
    }
}
