/** CPU: product of double matrices. */
public class Matrix {
    public static void main(String[] args) {
        int n = 430;
        double[][] a = new double[n][n];
        double[][] b = new double[n][n];
        double[][] c = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i][j] = (i * 31 + j * 17) % 19 - 9.5;
                b[i][j] = 1.0 / (i + j + 1);
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += a[i][k] * b[k][j];
                }
                c[i][j] = sum;
            }
        }
        double trace = 0;
        for (int i = 0; i < n; i++) {
            trace += c[i][i] * c[n - 1 - i][i];
        }
        System.out.println(trace);
    }
}
