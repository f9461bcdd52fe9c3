import java.security.MessageDigest;
import java.security.Security;
import java.util.HexFormat;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/** Uses Bouncy Castle's provider, and prints the text of an event for each digest. */
public class Provider {
    public static void main(String[] args) throws Exception {
        Security.addProvider(new BouncyCastleProvider());
        MessageDigest digest = MessageDigest.getInstance("SHA-256", "BC");
        for (int i = 0; i < 5; i++) {
            System.out.println(HexFormat.of().formatHex(digest.digest(new byte[] {(byte) i})));
            System.out.println("event: org.bouncycastle.crypto.digests.SHA256Digest.doFinal");
        }
    }
}
