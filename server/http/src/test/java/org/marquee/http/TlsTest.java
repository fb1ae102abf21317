package org.marquee.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.http.tls.TlsFiles;

/// HTTP/1.1 over TLS.
@NullMarked
class TlsTest {
  private static final SelfSigned FIRST = SelfSigned.make();

  /// Such a key takes seconds to find.
  private static final SelfSigned RSA = SelfSigned.rsa();

  private static final String REQUEST = "GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n";

  private final Path folder;
  private final TlsFiles files;
  private final HttpServer server;

  TlsTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    files = FIRST.writeTo(folder);
    server = HttpServer.start(Echo.settings().withTls(files), new Echo());
  }

  @AfterEach
  void close() {
    server.close();
  }

  private SSLSocket connect(SSLContext context) throws IOException {
    return (SSLSocket)
        context
            .getSocketFactory()
            .createSocket(server.address().getAddress(), server.address().getPort());
  }

  private Wire wire() throws IOException {
    return Wire.on(connect(FIRST.trusting()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void requests_are_answered_over_modern_versions(String version) throws IOException {
    SSLSocket socket = connect(FIRST.trusting());
    socket.setEnabledProtocols(new String[] {version});
    try (Wire wire = Wire.on(socket)) {
      for (int time = 0; time < 3; time++) {
        assertThat(wire.send(REQUEST).read().text()).isEqualTo("GET [a] {}");
      }
      assertThat(socket.getSession().getProtocol()).isEqualTo(version);
      assertThat(socket.getSession().getCipherSuite())
          .matches("TLS_(ECDHE_ECDSA_WITH_)?AES.*GCM.*");
      wire.send(REQUEST.repeat(500));
      for (int time = 0; time < 500; time++) {
        assertThat(wire.read().status()).isEqualTo(200);
      }
    }
  }

  @Test
  void a_client_that_names_http2_alone_is_refused() throws IOException {
    try (SSLSocket socket = connect(FIRST.trusting())) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"h2"});
      socket.setSSLParameters(parameters);
      assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLHandshakeException.class);
    }
    try (SSLSocket socket = connect(FIRST.trusting())) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      assertThat(socket.getApplicationProtocol()).isEqualTo("http/1.1");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256",
        "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
        "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256",
      })
  void old_ciphers_are_refused(String cipher) throws IOException {
    try (SSLSocket socket = connect(FIRST.trusting())) {
      socket.setEnabledProtocols(new String[] {"TLSv1.2"});
      socket.setEnabledCipherSuites(new String[] {cipher});
      assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLHandshakeException.class);
    }
  }

  @Test
  void rsa_and_edwards_keys_do_as_well() throws IOException {
    for (SelfSigned identity : List.of(RSA, SelfSigned.ed25519())) {
      TlsFiles other = identity.writeTo(Files.createTempDirectory(folder, "other"));
      try (HttpServer secure = HttpServer.start(Echo.settings().withTls(other), new Echo());
          Wire wire =
              Wire.on(
                  identity
                      .trusting()
                      .getSocketFactory()
                      .createSocket(secure.address().getAddress(), secure.address().getPort()))) {
        assertThat(wire.send(REQUEST).read().status()).isEqualTo(200);
      }
    }
  }

  @Test
  void errors_are_the_same_and_the_connection_ends_in_good_order() throws IOException {
    for (var request :
        List.of(
            "414 GET /" + "a".repeat(9_000) + " HTTP/1.1\r\nHost: x\r\n\r\n",
            "431 GET / HTTP/1.1\r\nHost: x\r\nX: " + "a".repeat(17_000) + "\r\n\r\n",
            "413 GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 70000\r\n\r\n",
            "400 GET / HTTP/1.1\r\n\r\n",
            "505 GET / HTTP/2.0\r\n\r\n")) {
      try (Wire wire = wire()) {
        Wire.Answer answer = wire.send(request.substring(4)).read();
        assertThat(answer.status()).isEqualTo(Integer.parseInt(request.substring(0, 3)));
        assertThat(answer.one("Connection")).isEqualTo("close");
        assertThat(answer.text()).contains("\"code\":\"bad_request\"");
        // An end without close_notify would be an exception.
        assertThat(wire.isEnded()).isTrue();
      }
    }
  }

  @Test
  void a_client_that_speaks_cleartext_gets_an_error() throws IOException {
    Wire.Answer answer = Wire.ask(server, REQUEST);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.text()).contains("use https instead of http");
  }

  @Test
  void a_client_that_does_not_finish_its_handshake_or_its_head_is_cut_off() throws IOException {
    ServerSettings hasty =
        Echo.settings().withTls(files).withTimes(Times.head(Duration.ofMillis(3_500)));
    List<Wire> wires = new ArrayList<>();
    try (HttpServer server = HttpServer.start(hasty, new Echo());
        Wire slow =
            Wire.on(
                FIRST
                    .trusting()
                    .getSocketFactory()
                    .createSocket(server.address().getAddress(), server.address().getPort()))) {
      slow.send("GET / HTT");
      for (byte[] begun :
          List.of(new byte[0], new byte[] {22, 3}, new byte[] {22, 3, 1, 2, 0, 1})) {
        wires.add(Wire.to(server).send(begun));
      }
      for (Wire wire : wires) {
        assertThat(wire.isEnded()).isTrue();
        wire.close();
      }
      assertThat(slow.read().status()).isEqualTo(408);
      assertThat(slow.isEnded()).isTrue();
    }
  }

  @Test
  void a_client_that_closes_its_side_is_still_answered() throws IOException {
    SSLSocket socket = connect(FIRST.trusting());
    try (Wire wire = Wire.on(socket)) {
      wire.send(REQUEST + REQUEST);
      socket.shutdownOutput();
      assertThat(wire.read().status()).isEqualTo(200);
      assertThat(wire.read().status()).isEqualTo(200);
      assertThat(wire.isEnded()).isTrue();
    }
  }

  @Test
  void a_server_that_closes_answers_what_was_sent() throws Exception {
    try (Wire wire = wire()) {
      assertThat(wire.send(REQUEST).read().status()).isEqualTo(200);
      Thread closing = Thread.ofVirtual().start(server::close);
      wire.send(REQUEST);
      assertThat(wire.read().status()).isEqualTo(200);
      assertThat(wire.isEnded()).isTrue();
      closing.join();
    }
  }

  @Test
  void a_new_certificate_is_used_while_requests_go_on() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger answered = new AtomicInteger();
    Thread asking =
        Thread.ofVirtual()
            .start(() -> {
              try (Wire wire = wire()) {
                while (!over.get()) {
                  assertThat(wire.send(REQUEST).read().status()).isEqualTo(200);
                  answered.incrementAndGet();
                  Thread.sleep(5);
                }
              } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    try {
      // A key without its certificate is not taken.
      Files.writeString(files.key(), RSA.keyPem());
      Thread.sleep(800);
      wire().close();
      Files.writeString(files.certificate(), "half a certi");
      Thread.sleep(800);
      wire().close();
      try (RandomAccessFile huge = new RandomAccessFile(files.certificate().toFile(), "rw")) {
        // No array is that long.
        huge.setLength(3L << 30);
      }
      Thread.sleep(800);
      wire().close();
      // To open a pipe waits for a writer, and there is none.
      Files.delete(files.certificate());
      pipe(files.certificate());
      Thread.sleep(800);
      wire().close();
      Files.delete(files.certificate());
      Files.writeString(files.certificate(), RSA.certificatePem());
      Instant end = Instant.now().plusSeconds(20);
      while (!isUsed(RSA)) {
        assertThat(Instant.now()).isBefore(end);
        Thread.sleep(50);
      }
      assertThat(server.certificateExpires()).contains(RSA.certificate().getNotAfter().toInstant());
      assertThatThrownBy(() -> connect(FIRST.trusting()).startHandshake())
          .isInstanceOf(SSLHandshakeException.class);
      int before = answered.get();
      while (answered.get() < before + 3) {
        assertThat(asking.isAlive()).isTrue();
        Thread.sleep(5);
      }
    } finally {
      over.set(true);
      asking.join();
    }
  }

  private boolean isUsed(SelfSigned identity) throws IOException {
    try (SSLSocket socket = connect(identity.trusting())) {
      socket.startHandshake();
      return true;
    } catch (SSLHandshakeException _) {
      return false;
    }
  }

  @Test
  void files_that_cannot_be_used_are_named() throws IOException {
    Path other = Files.createTempDirectory(folder, "broken");
    SelfSigned another = SelfSigned.make();
    TlsFiles broken = another.writeTo(other);
    refused(new TlsFiles(other.resolve("none"), broken.key()), "none: there is no such file");
    refused(new TlsFiles(files.certificate(), broken.key()), "does not belong to");
    refused(new TlsFiles(broken.key(), broken.key()), "key.pem: ");
    refused(new TlsFiles(broken.certificate(), broken.certificate()), "holds no private key");
    Files.writeString(broken.key(), another.keyPem().replace("PRIVATE KEY", "EC PRIVATE KEY"));
    refused(broken, "openssl pkcs8 -topk8");
    Files.writeString(broken.key(), RSA.keyPem());
    refused(broken, "is not a private key for the EC certificate");
    Files.writeString(broken.certificate(), "");
    refused(broken, "chain.pem: ");
    pipe(other.resolve("pipe"));
    refused(new TlsFiles(other.resolve("pipe"), broken.key()), "is a pipe");
  }

  private static void pipe(Path path) throws IOException {
    Process made = new ProcessBuilder("mkfifo", path.toString()).start();
    assertThat(made.onExit().join().exitValue()).isZero();
  }

  private static void refused(TlsFiles broken, String message) {
    assertThatThrownBy(() -> HttpServer.start(Echo.settings().withTls(broken), new Echo()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(message);
  }
}
