package jacana.trial;

import jacana.probe.Passed;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Queue;
import java.util.Set;

/**
 * What candidates share: static fields of the program's classes, what they lead to, and settings of the JVM. Each candidate finds it as the classes left
 * it when they were initialised, or when they were seen for the first time.
 */
final class Statics {
    /** Objects that are looked at: behind more than that is a program of its own. */
    private static final int OBJECTS = 1000;
    /** Looks for classes that are new, where candidates are many: at 1, 2, 4, 8 and so on, then as often as this. */
    private static final long SELDOM = 4096;
    /** What takes long to compare is looked at so often then. */
    private static final long RARELY = 64;
    /** One of so many nanoseconds may go into looking. */
    private static final int SHARE = 6;

    private final Set<Class<?>> known = new HashSet<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Cell> cells = new ArrayList<>();
    private final Queue<Object> open = new ArrayDeque<>();
    private final Method uninitialised = uninitialised();
    private Object unsafe;
    private long turns;
    private long looking;
    private long began;

    Statics() {
        cells.addAll(Cell.ofTheJvm());
    }

    /** Classes that are initialised by now. Later JDKs do not say of all of them whether they are: one that surely is can be told. */
    void look(Class<?>... initialised) {
        for (Class<?> one : initialised) {
            add(one);
        }
        for (Class<?> one : Passed.loaded()) {
            if (isInitialised(one)) {
                add(one);
            }
        }
        while (!open.isEmpty()) {
            follow(open.remove());
        }
    }

    /** All is as it was; says whether it was not. Probes may be passed as often as that takes. */
    boolean restore() {
        return restore(true);
    }

    private boolean restore(boolean all) {
        boolean changed = false;
        Passed.allow(Long.MAX_VALUE);
        for (Cell cell : cells) {
            try {
                if ((all || !cell.isDear()) && cell.isChanged()) {
                    changed = true;
                    cell.restore();
                }
            } catch (Throwable refused) {
                // It says no, or its objects do not let themselves be compared.
                Thrown.rethrowDeath(refused);
                cell.isGivenUp = true;
                changed = true;
            }
        }
        cells.removeIf(cell -> cell.isGivenUp);
        return changed;
    }

    /** The same between candidates that take no time: it may be put off. */
    boolean restoreInTime() {
        long now = System.nanoTime();
        turns++;
        began = began == 0 ? now : began;
        if (looking > (now - began) / SHARE) {
            return false;
        }
        boolean changed = restore(turns % RARELY == 0);
        if (Long.bitCount(turns) == 1 || turns % SELDOM == 0) {
            look();
        }
        looking += System.nanoTime() - now;
        return changed;
    }

    private void add(Class<?> one) {
        if (!isProgram(one) || !known.add(one)) {
            return;
        }
        for (Field field : one.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                hold(null, field);
            }
        }
    }

    private void hold(Object object, Field field) {
        try {
            field.setAccessible(true);
            Object value = field.get(object);
            if (!Modifier.isFinal(field.getModifiers())) {
                cells.add(new Cell.OfField(object, field, value));
            }
            if (!field.getType().isPrimitive()) {
                reach(value);
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError closed) {
            // Then it stays as it is.
        }
    }

    private void reach(Object value) {
        boolean isOpen = value != null && seen.size() < OBJECTS && (isProgram(value.getClass()) || Cell.isKnown(value));
        if (isOpen && seen.add(value)) {
            open.add(value);
        }
    }

    private void follow(Object object) {
        Cell cell = Cell.of(object);
        if (cell != null) {
            cells.add(cell);
            for (Object inside : cell.inside()) {
                reach(inside);
            }
            return;
        }
        for (Class<?> of = object.getClass(); of != null && isProgram(of); of = of.getSuperclass()) {
            add(of);
            for (Field field : of.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    hold(object, field);
                }
            }
        }
    }

    /** Neither the JDK's nor ours. */
    private static boolean isProgram(Class<?> one) {
        ClassLoader loader = one.getClassLoader();
        return loader != null && loader != ClassLoader.getPlatformClassLoader() && !one.isArray() && !one.getName().startsWith("jacana.")
            && !one.getSimpleName().startsWith("JacanaProbe") && !Thread.class.isAssignableFrom(one) && !ClassLoader.class.isAssignableFrom(one);
    }

    /** To ask a class for its fields would initialise it. */
    private boolean isInitialised(Class<?> one) {
        try {
            return uninitialised != null && isProgram(one) && !known.contains(one) && !(boolean) uninitialised.invoke(unsafe, one);
        } catch (ReflectiveOperationException refused) {
            return false;
        }
    }

    /** Later JDKs do not say. */
    private Method uninitialised() {
        try {
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field field = type.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            unsafe = field.get(null);
            return type.getMethod("shouldBeInitialized", Class.class);
        } catch (ReflectiveOperationException | RuntimeException newer) {
            return null;
        }
    }
}
