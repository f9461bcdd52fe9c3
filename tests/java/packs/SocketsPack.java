import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import javax.net.SocketFactory;

/** Sockets by java.net and java.nio. */
public final class SocketsPack {
    public static void main(String[] arguments) throws IOException {
        InetAddress here = InetAddress.getByName("127.0.0.1");
        try (ServerSocket server = new ServerSocket(0, 10, here)) {
            int port = server.getLocalPort();
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(here, port), 1000);
            }
            server.accept().close();
            new Socket(here, port).close();
            new Socket("127.0.0.1", port).close();
            SocketFactory.getDefault().createSocket("127.0.0.1", port).close();
        }
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(here, 0))) {
            SocketChannel.open(server.getLocalAddress()).close();
            server.accept().close();
        }
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(here, 1));
        } catch (IOException expected) {
            // Nobody is there.
        }
    }
}
