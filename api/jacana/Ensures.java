package jacana;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A contract: what holds when the method has returned: {@code old(x)} is the value of x before the call, {@code result} what was returned. Expressions are those of Java and JML; {@code jacana check} checks them. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface Ensures {
    String[] value();
}
