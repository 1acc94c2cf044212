package jacana;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A contract: locations that the method may change, separated by commas: {@code "size, items[*]"}; {@code "\\nothing"} for none. Expressions are those of Java and JML; {@code jacana check} checks them. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface Assignable {
    String[] value();
}
