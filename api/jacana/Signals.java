package jacana;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A contract: what holds when an exception has left the method: {@code "(IllegalStateException e) size == 0"}. Expressions are those of Java and JML; {@code jacana check} checks them. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface Signals {
    String[] value();
}
