/** CPU: virtual, interface, static and recursive calls. */
public class Calls {
    interface Shape {
        int area();

        default int twice() {
            return 2 * area();
        }
    }

    abstract static class Animal {
        protected int age;

        abstract int speak(int volume);

        int older() {
            return ++age;
        }
    }

    static class Dog extends Animal implements Shape {
        @Override
        int speak(int volume) {
            return volume * 2 + age;
        }

        @Override
        public int area() {
            return 3;
        }
    }

    static class Cat extends Animal implements Shape {
        @Override
        int speak(int volume) {
            return volume - 1;
        }

        @Override
        public int area() {
            return age & 7;
        }
    }

    record Square(int side) implements Shape {
        @Override
        public int area() {
            return side * side;
        }
    }

    static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    public static void main(String[] args) {
        Animal[] animals = {new Dog(), new Cat(), new Dog()};
        Shape[] shapes = {new Square(4), (Shape) animals[0], (Shape) animals[1]};
        int sum = 0;
        for (int i = 0; i < 1_500_000; i++) {
            Animal animal = animals[i % 3];
            sum += animal.speak(i) ^ animal.older();
            sum += shapes[i % 3].area() + shapes[(i + 1) % 3].twice();
        }
        System.out.println(sum + " " + fibonacci(29));
    }
}
