import jacana.ModelOf;

/** As Crc, but the native method looks at eight bits of its argument, and this one at all of them. */
class CrcFirstTry {
    @ModelOf("java.util.zip.CRC32.update(int,int)")
    static int update(int crc, int b) {
        int rest = ~crc ^ b;
        for (int bit = 0; bit < 8; bit++) {
            rest = (rest & 1) != 0 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
        }
        return ~rest;
    }
}
