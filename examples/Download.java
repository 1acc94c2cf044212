/** A thread loads a document; the flag tells others that it is there. */
public class Download {
    private String document;
    private boolean isLoaded;

    void load() {
        document = "a page";
        isLoaded = true;
    }

    int size() {
        return isLoaded ? document.length() : 0;
    }

    public static void main(String[] args) {
        Download download = new Download();
        new Thread(download::load, "loader").start();
        assert download.size() >= 0;
    }
}
