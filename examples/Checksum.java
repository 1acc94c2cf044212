import java.util.zip.CRC32;
import jacana.Jacana;

/** Messages of one byte with a checksum that native code of the JDK computes: two messages never have the same one. */
public class Checksum {
    static long checksum(byte message) {
        CRC32 crc = new CRC32();
        crc.update(message);
        return crc.getValue();
    }

    public static void main(String[] args) {
        byte sent = Jacana.anyByte();
        byte received = Jacana.anyByte();
        Jacana.assume(sent != received);
        assert checksum(sent) != checksum(received) : "an error that nobody notices";
    }
}
