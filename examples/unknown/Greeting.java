/** What it says depends on the environment, which is another one tomorrow. */
public class Greeting {
    static String greet(String language) {
        return "de".equals(language) ? "Guten Tag" : "Good morning";
    }

    public static void main(String[] args) {
        assert !greet(System.getenv("LANGUAGE")).isEmpty();
    }
}
