package org.marquee.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.NullMarked;
import org.marquee.http.tls.TlsFiles;

/// A certificate for `localhost` and 127.0.0.1 that signs itself, and its key.
@NullMarked
public record SelfSigned(X509Certificate certificate, KeyPair keys) {
  private static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;
  private static final DateTimeFormatter UTC_TIME =
      DateTimeFormatter.ofPattern("uuMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  /// An elliptic one, which is quickly made.
  public static SelfSigned make() {
    return make("EC", "SHA256withECDSA", "06082a8648ce3d040302");
  }

  static SelfSigned rsa() {
    return make("RSA", "SHA256withRSA", "06092a864886f70d01010b0500");
  }

  static SelfSigned ed25519() {
    return make("Ed25519", "Ed25519", "06032b6570");
  }

  /// @param algorithmId the algorithm of the signature in DER, in hexadecimal
  private static SelfSigned make(String keyType, String signing, String algorithmId) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(keyType);
      if (keyType.equals("RSA")) {
        // The shortest that TLS takes. Java's own size takes thirty times as long to find.
        generator.initialize(1024);
      }
      KeyPair keys = generator.generateKeyPair();
      byte[] algorithm = der(SEQUENCE, bytes(algorithmId));
      byte[] name =
          der(
              SEQUENCE,
              der(SET, der(SEQUENCE, bytes("0603550403"), der(0x0c, ascii("localhost")))));
      Instant now = Instant.now();
      byte[] names =
          der(SEQUENCE, der(0x82, ascii("localhost")), der(0x87, new byte[] {127, 0, 0, 1}));
      byte[] toSign =
          der(
              SEQUENCE,
              der(0xa0, bytes("020102")),
              der(0x02, BigInteger.valueOf(now.toEpochMilli()).toByteArray()),
              algorithm,
              name,
              der(
                  SEQUENCE,
                  der(0x17, ascii(UTC_TIME.format(now.minusSeconds(3600)))),
                  der(0x17, ascii(UTC_TIME.format(now.plusSeconds(86_400))))),
              name,
              keys.getPublic().getEncoded(),
              der(0xa3, der(SEQUENCE, der(SEQUENCE, bytes("0603551d11"), der(0x04, names)))));
      Signature signature = Signature.getInstance(signing);
      signature.initSign(keys.getPrivate());
      signature.update(toSign);
      byte[] whole = der(SEQUENCE, toSign, algorithm, der(0x03, new byte[1], signature.sign()));
      return new SelfSigned(
          (X509Certificate)
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(new ByteArrayInputStream(whole)),
          keys);
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /// Writes both into a folder.
  public TlsFiles writeTo(Path folder) throws IOException {
    TlsFiles files = new TlsFiles(folder.resolve("chain.pem"), folder.resolve("key.pem"));
    Files.writeString(files.certificate(), certificatePem());
    Files.writeString(files.key(), keyPem());
    return files;
  }

  String certificatePem() {
    try {
      return pem("CERTIFICATE", certificate.getEncoded());
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  String keyPem() {
    return pem("PRIVATE KEY", keys.getPrivate().getEncoded());
  }

  private static String pem(String what, byte[] content) {
    return "-----BEGIN %s-----%n%s%n-----END %s-----%n"
        .formatted(what, Base64.getMimeEncoder().encodeToString(content), what);
  }

  /// A TLS context that trusts this certificate only.
  public SSLContext trusting() {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setCertificateEntry("server", certificate);
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] der(int tag, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    if (content.size() < 0x80) {
      out.write(content.size());
    } else {
      out.write(0x82);
      out.write(content.size() >> 8);
      out.write(content.size());
    }
    out.writeBytes(content.toByteArray());
    return out.toByteArray();
  }

  private static byte[] bytes(String hexadecimal) {
    return java.util.HexFormat.of().parseHex(hexadecimal);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(US_ASCII);
  }
}
