package jacana.probe;

/** What probes call, where nobody wants to know: a program with them does what it does without. */
public final class Probes {
    private Probes() {
    }

    public static void at(int number) {
    }

    public static void way(int key, int number) {
    }

    public static void ifeq(int a, int number) {
    }

    public static void ifne(int a, int number) {
    }

    public static void iflt(int a, int number) {
    }

    public static void ifge(int a, int number) {
    }

    public static void ifgt(int a, int number) {
    }

    public static void ifle(int a, int number) {
    }

    public static void if_icmpeq(int a, int b, int number) {
    }

    public static void if_icmpne(int a, int b, int number) {
    }

    public static void if_icmplt(int a, int b, int number) {
    }

    public static void if_icmpge(int a, int b, int number) {
    }

    public static void if_icmpgt(int a, int b, int number) {
    }

    public static void if_icmple(int a, int b, int number) {
    }

    public static void if_acmpeq(Object a, Object b, int number) {
    }

    public static void if_acmpne(Object a, Object b, int number) {
    }

    public static void ifnull(Object a, int number) {
    }

    public static void ifnonnull(Object a, int number) {
    }
}
