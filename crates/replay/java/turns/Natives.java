package jacana.probe;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

/** What blocks, past the code of the JDK that calls the agent. */
final class Natives {
    private static MethodHandle wait;
    private static MethodHandle park;
    private static MethodHandle sleep;
    private static MethodHandle interrupt;
    private static VarHandle flag;

    private Natives() {
    }

    /** Calls each once, so that nothing has to be linked later. The packages are open to us. */
    static void find() throws Throwable {
        MethodHandles.Lookup here = MethodHandles.lookup();
        MethodType millis = MethodType.methodType(void.class, long.class);
        MethodHandles.Lookup objects = MethodHandles.privateLookupIn(Object.class, here);
        try {
            wait = objects.findVirtual(Object.class, "wait0", millis);
        } catch (NoSuchMethodException older) {
            wait = objects.findVirtual(Object.class, "wait", millis);
        }
        Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
        MethodHandles.Lookup unsafes = MethodHandles.privateLookupIn(unsafe, here);
        Object one = unsafes.findStatic(unsafe, "getUnsafe", MethodType.methodType(unsafe)).invoke();
        park = unsafes.findVirtual(unsafe, "park", MethodType.methodType(void.class, boolean.class, long.class)).bindTo(one);
        MethodHandles.Lookup threads = MethodHandles.privateLookupIn(Thread.class, here);
        for (String name : new String[] {"sleepNanos0", "sleep0", "sleep"}) {
            try {
                sleep = threads.findStatic(Thread.class, name, millis);
                break;
            } catch (NoSuchMethodException other) {
                // Of another JDK.
            }
        }
        interrupt = threads.findVirtual(Thread.class, "interrupt0", MethodType.methodType(void.class));
        flag = threads.findVarHandle(Thread.class, "interrupted", boolean.class);
        synchronized (one) {
            waits(one, 1);
        }
        parks(false, 1);
        sleeps(1);
        interrupts(Thread.currentThread());
        Thread.interrupted();
    }

    static void waits(Object object, long millis) throws InterruptedException {
        try {
            wait.invokeExact(object, millis);
        } catch (RuntimeException | Error | InterruptedException thrown) {
            throw thrown;
        } catch (Throwable other) {
            throw new AssertionError(other);
        }
    }

    static void parks(boolean absolute, long time) {
        try {
            park.invokeExact(absolute, time);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable other) {
            throw new AssertionError(other);
        }
    }

    /** In the unit of the JDK's own native method. */
    static void sleeps(long time) throws InterruptedException {
        try {
            sleep.invokeExact(time);
        } catch (RuntimeException | Error | InterruptedException thrown) {
            throw thrown;
        } catch (Throwable other) {
            throw new AssertionError(other);
        }
    }

    /** Without the lock that `Thread.interrupt` takes, which a thread that stands may hold. */
    static void interrupts(Thread thread) {
        try {
            flag.setVolatile(thread, true);
            interrupt.invokeExact(thread);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable other) {
            throw new AssertionError(other);
        }
    }
}
