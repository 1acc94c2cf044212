/** CPU: small objects, linked lists, binary trees, virtual calls. */
public class Allocation {
    interface Shape {
        int size();
    }

    static final class Leaf implements Shape {
        final int value;

        Leaf(int value) {
            this.value = value;
        }

        @Override
        public int size() {
            return value & 1;
        }
    }

    static final class Pair implements Shape {
        final Shape left;
        final Shape right;

        Pair(Shape left, Shape right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public int size() {
            return left.size() + right.size() + 1;
        }
    }

    static final class Link {
        int value;
        Link next;

        Link(int value, Link next) {
            this.value = value;
            this.next = next;
        }
    }

    static Shape tree(int depth, int seed) {
        return depth == 0 ? new Leaf(seed) : new Pair(tree(depth - 1, seed * 2), tree(depth - 1, seed * 2 + 1));
    }

    static Link reversed(Link list) {
        Link result = null;
        while (list != null) {
            Link next = list.next;
            list.next = result;
            result = list;
            list = next;
        }
        return result;
    }

    public static void main(String[] args) {
        long total = 0;
        for (int i = 0; i < 270; i++) {
            total += tree(12, i).size();
        }
        for (int round = 0; round < 110; round++) {
            Link list = null;
            for (int i = 0; i < 20_000; i++) {
                list = new Link(i ^ round, list);
            }
            list = reversed(reversed(reversed(list)));
            for (Link l = list; l != null; l = l.next) {
                total = total * 7 + l.value;
            }
        }
        System.out.println(total);
    }
}
