import jacana.Jacana;
import java.io.FileWriter;
import java.io.IOException;

/** Writes a file before it fails. */
public class Journal {
    static void note(String line) throws IOException {
        try (FileWriter journal = new FileWriter("journal.txt", true)) {
            journal.write(line);
        }
    }

    public static void main(String[] args) throws IOException {
        int amount = Jacana.anyInt();
        note("amount\n");
        assert amount != 42;
    }
}
