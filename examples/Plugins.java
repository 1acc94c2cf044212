/** Loads plugins by the names that a configuration file has. */
public class Plugins {
    private final String prefix;

    public Plugins(String prefix) {
        this.prefix = prefix;
    }

    /** The class of a plugin; null if there is none of that name. */
    public Class<?> find(String name) {
        if (name.isEmpty() || name.length() > 40) {
            return null;
        }
        try {
            return Class.forName(name.indexOf('.') < 0 ? prefix + "." + name : name);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }
}
