package jacana;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A static method that stands for another one: with {@code --models} Jacana executes it instead, on symbolic data. It has the
 * parameters and the result of the other one; for an instance method the receiver is the first parameter. Inside of
 * the class of a model, a call of the other method means the original.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface ModelOf {
    /** {@code pkg.Class.method}; if it is overloaded, the one that fits. */
    String value();
}
