import java.util.Arrays;

/** CPU: sorting arrays, by hand and by the library. */
public class Sorting {
    static void heapSort(int[] values) {
        for (int start = values.length / 2 - 1; start >= 0; start--) {
            sift(values, start, values.length);
        }
        for (int end = values.length - 1; end > 0; end--) {
            int top = values[0];
            values[0] = values[end];
            values[end] = top;
            sift(values, 0, end);
        }
    }

    private static void sift(int[] values, int root, int end) {
        int value = values[root];
        int child;
        while ((child = 2 * root + 1) < end) {
            if (child + 1 < end && values[child + 1] > values[child]) {
                child++;
            }
            if (values[child] <= value) {
                break;
            }
            values[root] = values[child];
            root = child;
        }
        values[root] = value;
    }

    static void quickSort(long[] values, int low, int high) {
        if (low >= high) {
            return;
        }
        long pivot = values[(low + high) >>> 1];
        int left = low;
        int right = high;
        while (left <= right) {
            while (values[left] < pivot) {
                left++;
            }
            while (values[right] > pivot) {
                right--;
            }
            if (left <= right) {
                long swapped = values[left];
                values[left++] = values[right];
                values[right--] = swapped;
            }
        }
        quickSort(values, low, right);
        quickSort(values, left, high);
    }

    public static void main(String[] args) {
        int size = 300_000;
        int[] ints = new int[size];
        long[] longs = new long[size];
        Integer[] boxes = new Integer[size / 10];
        int seed = 42;
        for (int i = 0; i < size; i++) {
            seed = seed * 1_103_515_245 + 12_345;
            ints[i] = seed;
            longs[i] = (long) seed * seed;
            if (i < boxes.length) {
                boxes[i] = seed >>> 8;
            }
        }
        int[] copy = ints.clone();
        heapSort(ints);
        quickSort(longs, 0, size - 1);
        Arrays.sort(copy);
        Arrays.sort(boxes, (a, b) -> b - a);
        System.out.println(Arrays.equals(ints, copy) + " " + ints[size / 2] + " " + longs[size / 3] + " " + boxes[7]);
    }
}
