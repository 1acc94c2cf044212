package jacana;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method that says whether its object is as it must be, as {@code repOK} and {@code invariant} do by their names: {@code jacana check} assumes that before
 * the public methods of the class and demands it afterwards. It returns boolean and has no parameters. On a class: conditions that say the same.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Invariant {
    /** Of a class: expressions over its fields and methods. */
    String[] value() default {};
}
