package jacana.probe;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.Arrays;

/** What probes in classes call: the way that a branch or a switch goes becomes a number, which `Passed` remembers. */
public final class Probes {
    /** By the number of a switch: keys, and the way of each. */
    private static int[][] keys = new int[0][];
    private static int[][] ways = new int[0][];

    private Probes() {
    }

    /** How many numbers there are, then the switches. */
    static int readSwitches(DataInputStream in) throws IOException {
        int numbers = in.readInt();
        keys = new int[numbers][];
        ways = new int[numbers][];
        for (int left = in.readInt(); left > 0; left--) {
            int number = in.readInt();
            keys[number] = new int[in.readInt()];
            ways[number] = new int[keys[number].length];
            for (int at = 0; at < keys[number].length; at++) {
                keys[number][at] = in.readInt();
                ways[number][at] = in.readInt();
            }
        }
        return numbers;
    }

    public static void at(int number) {
        Passed.at(number);
    }

    private static void branch(boolean jumped, int number) {
        Passed.at(jumped ? number + 1 : number);
    }

    private static void branch(boolean jumped, int a, int b, int number) {
        branch(jumped, number);
        Sides.whole(a, b, number);
    }

    public static void way(int key, int number) {
        int at = Arrays.binarySearch(keys[number], key);
        Passed.at(at < 0 ? number : number + ways[number][at]);
        Sides.switched(key, keys[number], ways[number], number);
    }

    public static void ifeq(int a, int number) {
        branch(a == 0, a, 0, number);
    }

    public static void ifne(int a, int number) {
        branch(a != 0, a, 0, number);
    }

    public static void iflt(int a, int number) {
        branch(a < 0, a, 0, number);
    }

    public static void ifge(int a, int number) {
        branch(a >= 0, a, 0, number);
    }

    public static void ifgt(int a, int number) {
        branch(a > 0, a, 0, number);
    }

    public static void ifle(int a, int number) {
        branch(a <= 0, a, 0, number);
    }

    public static void if_icmpeq(int a, int b, int number) {
        branch(a == b, a, b, number);
    }

    public static void if_icmpne(int a, int b, int number) {
        branch(a != b, a, b, number);
    }

    public static void if_icmplt(int a, int b, int number) {
        branch(a < b, a, b, number);
    }

    public static void if_icmpge(int a, int b, int number) {
        branch(a >= b, a, b, number);
    }

    public static void if_icmpgt(int a, int b, int number) {
        branch(a > b, a, b, number);
    }

    public static void if_icmple(int a, int b, int number) {
        branch(a <= b, a, b, number);
    }

    public static void if_acmpeq(Object a, Object b, int number) {
        branch(a == b, number);
    }

    public static void if_acmpne(Object a, Object b, int number) {
        branch(a != b, number);
    }

    public static void ifnull(Object a, int number) {
        branch(a == null, number);
    }

    public static void ifnonnull(Object a, int number) {
        branch(a != null, number);
    }

    /** The sides of a comparison that is no branch of its own; the number is that of the branch behind it. */
    public static void floats(float a, float b, int number) {
        Sides.real(a, b, number);
    }

    public static void texts(Object a, Object b, int number) {
        Sides.text(a, b, number);
    }

    /** One side after the other, where no instruction copies both. */
    public static void rightD(double b) {
        Sides.keepRight(Double.doubleToRawLongBits(b));
    }

    public static void leftD(double a, int number) {
        Sides.real(a, Double.longBitsToDouble(Sides.kept()), number);
    }

    public static void rightJ(long b) {
        Sides.keepRight(b);
    }

    public static void leftJ(long a, int number) {
        Sides.whole(a, Sides.kept(), number);
    }
}
