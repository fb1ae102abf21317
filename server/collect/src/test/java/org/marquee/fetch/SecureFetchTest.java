package org.marquee.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.feed.SourceFailed;

/// Fetching over TLS from the address that was checked. All names here mean this machine.
@NullMarked
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SecureFetchTest {
  private static final Fetcher.Bounds ONCE =
      new Fetcher.Bounds(
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          1,
          Duration.ZERO,
          5);
  private static final char[] PASSWORD = "password".toCharArray();

  private final Path folder;
  private final SSLSocketFactory trusting;
  private final Site site;

  /// A site with a certificate for a name, and for the address that all names lead to.
  SecureFetchTest(@TempDir Path folder)
      throws IOException, InterruptedException, GeneralSecurityException {
    this.folder = folder;
    KeyStore keys = selfSigned(folder.resolve("keys"), "dns:feeds.example,ip:127.0.0.1");
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, PASSWORD);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(keys);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
    trusting = context.getSocketFactory();
    site = Site.open(context).at("/feed", "hello");
  }

  private static KeyStore selfSigned(Path file, String names)
      throws IOException, InterruptedException, GeneralSecurityException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-keyalg",
            "EC",
            "-dname",
            "CN=feeds.example",
            "-ext",
            "san=" + names,
            "-storetype",
            "PKCS12",
            "-storepass",
            new String(PASSWORD),
            "-keystore",
            file.toString());
    Process keytool =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(file.resolveSibling("keytool.log").toFile())
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD);
    }
    return keys;
  }

  @AfterAll
  void close() {
    site.close();
  }

  @Test
  void the_host_that_the_certificate_names_is_read_at_the_address_that_was_given()
      throws IOException {
    assertThat(fetched("feeds.example", trusting)).isEqualTo("hello");
    assertThat(fetched("127.0.0.1", trusting)).isEqualTo("hello");
    assertThat(site.asked.getFirst().getFirst("Host"))
        .isEqualTo("feeds.example:" + site.address("").getPort());
  }

  /// Even where the certificate is right for the address that is connected to.
  @ParameterizedTest
  @ValueSource(strings = {"other.example", "feeds.example.org", "[::1]", "localhost"})
  void a_certificate_of_another_host_is_refused(String host) {
    isRefused(host, trusting);
  }

  @Test
  void a_certificate_that_nobody_vouches_for_is_refused() {
    isRefused("feeds.example", (SSLSocketFactory) SSLSocketFactory.getDefault());
  }

  private void isRefused(String host, SSLSocketFactory secure) {
    int before = site.asked.size();
    assertThatThrownBy(() -> fetched(host, secure))
        .isInstanceOf(SourceFailed.class)
        .hasMessageContaining("TLS failed");
    assertThat(site.asked).hasSize(before);
  }

  private String fetched(String host, SSLSocketFactory secure) throws IOException {
    Fetcher.Network network =
        new Fetcher.Network() {
          @Override
          public List<InetAddress> addresses(String name) {
            return List.of(InetAddress.ofLiteral("127.0.0.1"));
          }

          @Override
          public SSLSocketFactory secure() {
            return secure;
          }
        };
    Path file = folder.resolve("feed");
    URI address = URI.create("https://" + host + ':' + site.address("").getPort() + "/feed");
    try (Fetcher fetcher = new Fetcher("m", Duration.ZERO, ONCE, network)) {
      fetcher.fetch(address, file, 100, RedirectRule.PUBLIC);
    }
    return Files.readString(file);
  }
}
