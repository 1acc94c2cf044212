package jacana.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Texts that are of this machine and its user: they are nobody else's business, and another machine has others. */
final class Local {
    private static final String[] PROPERTIES = {
        "user.home", "user.name", "user.dir", "java.home", "java.io.tmpdir", "java.class.path", "java.library.path"
    };
    /** Shorter ones are words that any program may say. */
    private static final int LONG = 6;
    private static final int SHORT_PATH = 4;
    private static final List<String> VALUES = values();

    private Local() {}

    private static List<String> values() {
        List<String> values = new ArrayList<>(System.getenv().values());
        for (String property : PROPERTIES) {
            values.add(System.getProperty(property, ""));
        }
        try {
            values.add(Files.readString(Path.of("/proc/sys/kernel/hostname")).strip());
        } catch (IOException unknown) {
            // Then no program under test knows it either.
        }
        values.removeIf(String::isEmpty);
        return values;
    }

    /** Is the text one of them, or does it speak of one? */
    static boolean isIn(String text) {
        for (String value : VALUES) {
            boolean isTelling = value.length() >= LONG || value.startsWith("/") && value.length() >= SHORT_PATH;
            if (text.equals(value) || isTelling && text.contains(value)) {
                return true;
            }
        }
        return false;
    }
}
