package jacana.trial;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** What JaCoCo's agent saw, if it is there. Its classes are not those that the program sees. */
class Measured {
    /** Nothing is measured. */
    private static final Measured NOTHING = new Measured();

    /** Of the folder with Coverage and the jars that it needs, and the classes. */
    static Measured open(List<String> arguments) throws Exception {
        if (arguments.isEmpty()) {
            return NOTHING;
        }
        List<URL> places = new ArrayList<>();
        for (String place : arguments.get(0).split(File.pathSeparator)) {
            places.add(new File(place).toURI().toURL());
        }
        List<String> classes = arguments.subList(1, arguments.size());
        return new Agent(new URLClassLoader(places.toArray(URL[]::new), ClassLoader.getPlatformClassLoader()), classes);
    }

    void startOver() throws Exception {}

    List<String> probes() throws Exception {
        return List.of();
    }

    List<String> analysis() throws Exception {
        return List.of();
    }

    /** Lines with branches that were all taken. */
    List<String> lines() throws Exception {
        return List.of();
    }

    private static final class Agent extends Measured {
        private final Object agent;
        private final Method data;
        private final BiFunction<String, byte[], List<String>> coverage;

        @SuppressWarnings("unchecked")
        Agent(ClassLoader loader, List<String> classes) throws ReflectiveOperationException {
            agent = Class.forName("org.jacoco.agent.rt.RT").getMethod("getAgent").invoke(null);
            data = Class.forName("org.jacoco.agent.rt.IAgent").getMethod("getExecutionData", boolean.class);
            coverage = (BiFunction<String, byte[], List<String>>)
                loader.loadClass("jacana.trial.Coverage").getConstructor(List.class).newInstance(classes);
        }

        private byte[] data(boolean reset) throws IllegalAccessException, InvocationTargetException {
            return (byte[]) data.invoke(agent, reset);
        }

        @Override
        void startOver() throws Exception {
            data(true);
        }

        @Override
        List<String> probes() throws Exception {
            return coverage.apply("probes", data(false));
        }

        @Override
        List<String> lines() throws Exception {
            return coverage.apply("lines", data(false));
        }

        @Override
        List<String> analysis() throws Exception {
            return coverage.apply("analysis", data(false));
        }
    }
}
