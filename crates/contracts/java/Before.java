package jacana;

import java.util.ArrayList;
import java.util.List;

/** Values of the state before a call, as contracts ask for them. That one cannot be had matters only to who asks for it. */
abstract class Before extends Quantifiers {
    Before() {}

    public interface OfBoolean {
        boolean get();
    }

    public interface OfByte {
        byte get();
    }

    public interface OfChar {
        char get();
    }

    public interface OfShort {
        short get();
    }

    public interface OfInt {
        int get();
    }

    public interface OfLong {
        long get();
    }

    public interface OfFloat {
        float get();
    }

    public interface OfDouble {
        double get();
    }

    public interface OfObject<T> {
        T get();
    }

    public static OfBoolean old(OfBoolean value) {
        try {
            boolean kept = value.get();
            return () -> kept;
        } catch (RuntimeException failure) {
            return () -> {
                throw failure;
            };
        }
    }

    public static OfByte old(OfByte value) {
        try {
            byte kept = value.get();
            return () -> kept;
        } catch (RuntimeException failure) {
            return () -> {
                throw failure;
            };
        }
    }

    public static OfChar old(OfChar value) {
        try {
            char kept = value.get();
            return () -> kept;
        } catch (RuntimeException failure) {
            return () -> {
                throw failure;
            };
        }
    }

    public static OfShort old(OfShort value) {
        try {
            short kept = value.get();
            return () -> kept;
        } catch (RuntimeException failure) {
            return () -> {
                throw failure;
            };
        }
    }

    public static OfInt old(OfInt value) {
        try {
            int kept = value.get();
            return () -> kept;
        } catch (RuntimeException failure) {
            return () -> {
                throw failure;
            };
        }
    }

    public static OfLong old(OfLong value) {
        try {
            long kept = value.get();
            return () -> kept;
        } catch (RuntimeException failure) {
            return () -> {
                throw failure;
            };
        }
    }

    public static OfFloat old(OfFloat value) {
        try {
            float kept = value.get();
            return () -> kept;
        } catch (RuntimeException failure) {
            return () -> {
                throw failure;
            };
        }
    }

    public static OfDouble old(OfDouble value) {
        try {
            double kept = value.get();
            return () -> kept;
        } catch (RuntimeException failure) {
            return () -> {
                throw failure;
            };
        }
    }

    public static <T> OfObject<T> old(OfObject<T> value) {
        try {
            T kept = value.get();
            return () -> kept;
        } catch (RuntimeException failure) {
            return () -> {
                throw failure;
            };
        }
    }

    // Values of the state before, one for each value of the variables around them.

    /** What was kept, by its keys. */
    public abstract static class Table<S> {
        private final List<int[]> keys = new ArrayList<>();
        private final List<S> values = new ArrayList<>();

        abstract S before(int first, int second);

        S find(int first, int second) {
            for (int at = 0; at < keys.size(); at++) {
                int[] key = keys.get(at);
                if (key[0] == first && key[1] == second) {
                    return values.get(at);
                }
            }
            Contract.missing();
            return null;
        }

        public void keep(int first) {
            keep(first, 0);
        }

        public void keep(int first, int second) {
            keys.add(new int[] {first, second});
            values.add(before(first, second));
        }
    }

    public interface IntBoolean {
        boolean apply(int value);
    }

    public interface IntIntBoolean {
        boolean apply(int first, int second);
    }

    public abstract static class TableOfBoolean extends Table<OfBoolean> {
        public boolean get(int first) {
            return find(first, 0).get();
        }

        public boolean get(int first, int second) {
            return find(first, second).get();
        }
    }

    public static TableOfBoolean old(IntBoolean value) {
        return new TableOfBoolean() {
            @Override
            OfBoolean before(int first, int second) {
                return old(() -> value.apply(first));
            }
        };
    }

    public static TableOfBoolean old(IntIntBoolean value) {
        return new TableOfBoolean() {
            @Override
            OfBoolean before(int first, int second) {
                return old(() -> value.apply(first, second));
            }
        };
    }

    public interface IntIntInt {
        int apply(int first, int second);
    }

    public abstract static class TableOfInt extends Table<OfInt> {
        public int get(int first) {
            return find(first, 0).get();
        }

        public int get(int first, int second) {
            return find(first, second).get();
        }
    }

    public static TableOfInt old(IntInt value) {
        return new TableOfInt() {
            @Override
            OfInt before(int first, int second) {
                return old(() -> value.apply(first));
            }
        };
    }

    public static TableOfInt old(IntIntInt value) {
        return new TableOfInt() {
            @Override
            OfInt before(int first, int second) {
                return old(() -> value.apply(first, second));
            }
        };
    }

    public interface IntIntLong {
        long apply(int first, int second);
    }

    public abstract static class TableOfLong extends Table<OfLong> {
        public long get(int first) {
            return find(first, 0).get();
        }

        public long get(int first, int second) {
            return find(first, second).get();
        }
    }

    public static TableOfLong old(IntLong value) {
        return new TableOfLong() {
            @Override
            OfLong before(int first, int second) {
                return old(() -> value.apply(first));
            }
        };
    }

    public static TableOfLong old(IntIntLong value) {
        return new TableOfLong() {
            @Override
            OfLong before(int first, int second) {
                return old(() -> value.apply(first, second));
            }
        };
    }

    public interface IntIntDouble {
        double apply(int first, int second);
    }

    public abstract static class TableOfDouble extends Table<OfDouble> {
        public double get(int first) {
            return find(first, 0).get();
        }

        public double get(int first, int second) {
            return find(first, second).get();
        }
    }

    public static TableOfDouble old(IntDouble value) {
        return new TableOfDouble() {
            @Override
            OfDouble before(int first, int second) {
                return old(() -> value.apply(first));
            }
        };
    }

    public static TableOfDouble old(IntIntDouble value) {
        return new TableOfDouble() {
            @Override
            OfDouble before(int first, int second) {
                return old(() -> value.apply(first, second));
            }
        };
    }

    public interface IntObject<T> {
        T apply(int value);
    }

    public interface IntIntObject<T> {
        T apply(int first, int second);
    }

    public abstract static class TableOfObject<T> extends Table<OfObject<T>> {
        public T get(int first) {
            return find(first, 0).get();
        }

        public T get(int first, int second) {
            return find(first, second).get();
        }
    }

    public static <T> TableOfObject<T> old(IntObject<T> value) {
        return new TableOfObject<T>() {
            @Override
            OfObject<T> before(int first, int second) {
                return old(() -> value.apply(first));
            }
        };
    }

    public static <T> TableOfObject<T> old(IntIntObject<T> value) {
        return new TableOfObject<T>() {
            @Override
            OfObject<T> before(int first, int second) {
                return old(() -> value.apply(first, second));
            }
        };
    }

    /** An array with the same elements; arrays in it are copied, too. */
    @SuppressWarnings("unchecked")
    public static <T> T copy(T array) {
        Object copy;
        if (array instanceof Object[] objects) {
            Object[] elements = objects.clone();
            for (int i = 0; i < elements.length; i++) {
                if (elements.getClass().getComponentType().isArray()) {
                    elements[i] = copy(elements[i]);
                }
            }
            copy = elements;
        } else if (array instanceof int[] numbers) {
            copy = numbers.clone();
        } else if (array instanceof boolean[] numbers) {
            copy = numbers.clone();
        } else if (array instanceof byte[] numbers) {
            copy = numbers.clone();
        } else if (array instanceof char[] numbers) {
            copy = numbers.clone();
        } else if (array instanceof short[] numbers) {
            copy = numbers.clone();
        } else if (array instanceof long[] numbers) {
            copy = numbers.clone();
        } else if (array instanceof float[] numbers) {
            copy = numbers.clone();
        } else {
            copy = ((double[]) array).clone();
        }
        return (T) copy;
    }
}
