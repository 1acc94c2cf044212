import jacana.Jacana;
import java.io.IOException;

/** A setting is a number of seconds; anything else is no setting. */
public class Settings {
    static int parse(char unit, int number) throws IOException {
        int seconds = unit == 'm' ? 60 : unit == 's' ? 1 : 0;
        if (seconds == 0) {
            throw new IOException("no such unit: " + unit);
        }
        return number * seconds;
    }

    public static void main(String[] args) throws IOException {
        parse(Jacana.anyChar(), Jacana.anyInt());
    }
}
