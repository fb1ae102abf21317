package org.marquee.http.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A certificate with its chain, and the private key that belongs to it.
///
/// @param chain the server's own certificate first
record TlsIdentity(List<X509Certificate> chain, PrivateKey key) {
  private static final Pattern PKCS8 =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
  private static final Pattern OTHER_KEY = Pattern.compile("-----BEGIN ([A-Z ]*PRIVATE KEY)-----");
  private static final byte[] PROBE = new byte[32];

  /// In bytes. The longest chains have some 20 KiB; a wrong file must not fill the memory.
  private static final int LARGEST_FILE = 1 << 20;

  /// The bytes of both files, which may be half written.
  ///
  /// @param files where they come from, for messages
  record Content(TlsFiles files, String certificate, String key) {
    /// @throws IOException if a file cannot be read; the message names it
    static Content read(TlsFiles files) throws IOException {
      return new Content(files, text(files.certificate()), text(files.key()));
    }

    private static String text(Path file) throws IOException {
      // To open a pipe waits for somebody who writes into it.
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        throw new IOException(file + ": is a pipe, a folder or a device; name a file");
      }
      try (InputStream in = Files.newInputStream(file)) {
        byte[] bytes = in.readNBytes(LARGEST_FILE + 1);
        if (bytes.length > LARGEST_FILE) {
          throw new IOException("it is larger than " + LARGEST_FILE + " bytes");
        }
        return new String(bytes, ISO_8859_1);
      } catch (NoSuchFileException e) {
        throw new IOException(file + ": there is no such file", e);
      } catch (IOException e) {
        throw new IOException(file + ": cannot be read: " + e.getMessage(), e);
      }
    }
  }

  /// The identity in these files.
  ///
  /// @throws IOException if they hold none; the message names the file and says what to do
  static TlsIdentity of(Content content) throws IOException {
    List<X509Certificate> chain = chain(content);
    PublicKey certified = chain.getFirst().getPublicKey();
    PrivateKey key = key(content, certified.getAlgorithm());
    if (!belongTogether(key, certified)) {
      throw new IOException(
          "%s: the key does not belong to the first certificate in %s; put the server's own certificate first"
              .formatted(content.files().key(), content.files().certificate()));
    }
    return new TlsIdentity(chain, key);
  }

  private static List<X509Certificate> chain(Content content) throws IOException {
    Path file = content.files().certificate();
    try {
      List<X509Certificate> chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(
                  new ByteArrayInputStream(content.certificate().getBytes(ISO_8859_1)))
              .stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (chain.isEmpty()) {
        throw new IOException(file + ": holds no certificate; it must be PEM");
      }
      return chain;
    } catch (GeneralSecurityException e) {
      throw new IOException(file + ": is not a chain of certificates in PEM", e);
    }
  }

  private static PrivateKey key(Content content, String algorithm) throws IOException {
    Path file = content.files().key();
    Matcher found = PKCS8.matcher(content.key());
    if (!found.find()) {
      Matcher other = OTHER_KEY.matcher(content.key());
      throw new IOException(
          other.find()
              ? "%s: is a %s; convert it with: openssl pkcs8 -topk8 -nocrypt -in %s"
                  .formatted(file, other.group(1), file)
              : file + ": holds no private key; it must be PEM");
    }
    try {
      byte[] encoded = Base64.getMimeDecoder().decode(found.group(1));
      return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IOException(
          "%s: is not a private key for the %s certificate in %s"
              .formatted(file, algorithm, content.files().certificate()),
          e);
    }
  }

  /// Whether what the key signs the certificate confirms.
  private static boolean belongTogether(PrivateKey key, PublicKey certified) throws IOException {
    String algorithm =
        switch (certified.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          case "EdDSA" -> "EdDSA";
          default ->
              throw new IOException(
                  "a certificate of type %s; use RSA, EC or Ed25519"
                      .formatted(certified.getAlgorithm()));
        };
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      signature.update(PROBE);
      byte[] signed = signature.sign();
      signature.initVerify(certified);
      signature.update(PROBE);
      return signature.verify(signed);
    } catch (GeneralSecurityException _) {
      return false;
    }
  }
}
