import jacana.Jacana;
import jacana.ModelOf;

/** A variable of the environment may have any value, or none. */
class AnyEnvironment {
    @ModelOf("java.lang.System.getenv(String)")
    static String getenv(String name) {
        return Jacana.anyBoolean() ? null : Jacana.anyString();
    }
}
