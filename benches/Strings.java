/** CPU: string building, concatenation, searching, splitting. */
public class Strings {
    public static void main(String[] args) {
        int hash = 0;
        for (int round = 0; round < 330; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 300; i++) {
                text.append("word").append(i * round).append(i % 7 == 0 ? ", " : " ");
            }
            String s = text.toString();
            for (String word : s.split(" ")) {
                if (word.endsWith(",")) {
                    word = word.substring(0, word.length() - 1) + "#" + word.indexOf('7');
                }
                hash = hash * 31 + word.toUpperCase().hashCode();
            }
            hash += s.replace("word1", "W").length() + s.indexOf("299") + (s.contains("none") ? 1 : 0);
        }
        System.out.println(hash);
    }
}
