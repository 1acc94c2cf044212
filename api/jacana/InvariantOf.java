package jacana;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A static method that says whether objects of another class are as they must be: with {@code --specs} Jacana assumes that before the
 * public methods of the class and demands it afterwards. It returns boolean and has one parameter, the object; {@link Inside} looks into it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface InvariantOf {
    /** {@code pkg.Class}, as {@link Class#getName} has it. */
    String value();
}
