import jacana.ModelOf;

/** CRC-32 in Java, for the native method behind java.util.zip.CRC32. */
class Crc {
    @ModelOf("java.util.zip.CRC32.update(int,int)")
    static int update(int crc, int b) {
        int rest = ~crc ^ (b & 0xff);
        for (int bit = 0; bit < 8; bit++) {
            rest = (rest & 1) != 0 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
        }
        return ~rest;
    }
}
