import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Calls methods of the JDK that wait, and one that makes a file's stream; with the arguments that a test expects in a
 * recording.
 *
 * <pre>java Calling FILE</pre>
 */
public final class Calling {
    public static void main(String[] arguments) throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        SocketAddress gone;
        try (ServerSocket server = new ServerSocket(0, 1, here)) {
            gone = server.getLocalSocketAddress();
            try (Socket socket = new Socket()) {
                socket.connect(gone, 10_000);
                System.out.println("connected " + socket.isConnected());
            }
        }
        try (Socket socket = new Socket()) {
            socket.connect(gone);
        } catch (ConnectException e) {
            System.out.println("refused");
        }
        for (long millis : new long[] {1, -1}) {
            try {
                Thread.sleep(millis);
            } catch (IllegalArgumentException e) {
                System.out.println("not slept " + millis);
            }
        }
        Path file = Path.of(arguments[0]);
        Files.writeString(file, "abc");
        for (String name : new String[] {arguments[0], arguments[0] + ".none"}) {
            try (FileInputStream in = new FileInputStream(name)) {
                System.out.println("read " + in.read());
            } catch (FileNotFoundException e) {
                System.out.println("not there");
            }
        }
        new Thread(() -> sleepAWhile(), "sleeper").start();
    }

    static void sleepAWhile() {
        try {
            Thread.sleep(2);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
