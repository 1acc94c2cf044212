/** CPU: long and double arithmetic. */
public class Numbers {
    static long mixed(int rounds) {
        long state = 0x9e3779b97f4a7c15L;
        long sum = 0;
        for (int i = 1; i <= rounds; i++) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
            sum += state % i + (state / (i + 1L) ^ (long) i * i);
        }
        return sum;
    }

    static double integral(int steps) {
        double area = 0;
        double width = 1.0 / steps;
        for (int i = 0; i < steps; i++) {
            double x = (i + 0.5) * width;
            area += 4.0 / (1.0 + x * x) * width;
        }
        return area;
    }

    static int inside(int size) {
        int count = 0;
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                double real = 3.0 * column / size - 2.0;
                double imaginary = 2.0 * row / size - 1.0;
                double a = 0;
                double b = 0;
                int left = 60;
                while (left > 0 && a * a + b * b < 4.0) {
                    double next = a * a - b * b + real;
                    b = 2.0 * a * b + imaginary;
                    a = next;
                    left--;
                }
                count += left == 0 ? 1 : 0;
            }
        }
        return count;
    }

    public static void main(String[] args) {
        System.out.println(mixed(3_000_000) + " " + integral(4_000_000) + " " + inside(250));
    }
}
