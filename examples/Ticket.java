import java.util.zip.CRC32;

/** Checks a ticket: a number and a letter that must fit it, such as `47q`. The letter comes from CRC-32. */
public class Ticket {
    public static void main(String[] args) {
        String ticket = args[0];
        int end = ticket.length() - 1;
        CRC32 crc = new CRC32();
        for (int i = 0; i < end; i++) {
            crc.update(ticket.charAt(i));
        }
        char letter = (char) ('a' + crc.getValue() % 26);
        if (ticket.charAt(end) == letter) {
            System.out.println("welcome");
        } else {
            System.out.println("not a ticket: " + ticket);
        }
    }
}
