import org.sosy_lab.sv_benchmarks.Verifier;

/** The load balancer of Buckets.java after its fix. */
public class Buckets {
    private final int[] load;

    Buckets(int servers) {
        load = new int[servers];
    }

    /** The server for a client: always the same one. */
    int serverFor(int hash) {
        return Math.floorMod(hash, load.length);
    }

    void connect(int hash) {
        load[serverFor(hash)]++;
    }

    public static void main(String[] args) {
        Buckets buckets = new Buckets(7);
        buckets.connect(Verifier.nondetInt());
        buckets.connect(Verifier.nondetInt());
        int total = 0;
        for (int clients : buckets.load) {
            total += clients;
        }
        assert total == 2 : "a client was lost";
    }
}
