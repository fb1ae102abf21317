package org.marquee.http.tls;

import static io.netty.handler.ssl.ApplicationProtocolConfig.Protocol.ALPN;
import static io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT;
import static io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior.FATAL_ALERT;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.marquee.background.Round;
import org.marquee.background.RoundThread;
import org.marquee.background.TaskFailure;
import org.marquee.http.tls.ValidityWarning.Validity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The server's side of TLS 1.2 and 1.3 (docs/decisions/0088): the certificate in use, which is
/// replaced when its files change.
///
/// New files are loaded when two checks found the same content, so that half a change is not used.
/// If they are broken, the earlier certificate stays.
public final class TlsContext implements AutoCloseable {
  /// The protocol of the port, as ALPN names it (RFC 7301). A client that names others only is
  /// refused.
  private static final String PROTOCOL = "http/1.1";

  private static final Logger LOG = LoggerFactory.getLogger(TlsContext.class);
  private static final ThreadFactory HANDSHAKE_THREADS = new DefaultThreadFactory("tls", true);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);

  /// Forward secret and authenticated (RFC 9325, 4.2). The first of the server's that the client
  /// has.
  private static final List<String> CIPHERS =
      List.of(
          "TLS_AES_128_GCM_SHA256",
          "TLS_AES_256_GCM_SHA384",
          "TLS_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

  static {
    // A client of TLS 1.2 could have each connection make new keys over and over. Java reads this
    // once, before its first connection.
    System.setProperty("jdk.tls.rejectClientInitiatedRenegotiation", "true");
  }

  private final TlsReading files;

  /// Signatures take a millisecond, which is too long for an event loop.
  private final ExecutorService handshakes =
      Executors.newFixedThreadPool(
          Runtime.getRuntime().availableProcessors(), TlsContext::handshakeThread);

  private final ValidityWarning validityWarning = new ValidityWarning();
  private final RoundThread watching;
  private volatile Loaded loaded;

  // Of the thread that watches the files alone.
  private TlsIdentity.@Nullable Content seen;
  private String complaint = "";

  /// What is in use.
  private record Loaded(TlsIdentity.Content content, Validity validity, SslContext context) {}

  private TlsContext(TlsReading files, Loaded loaded) {
    this.files = files;
    this.loaded = loaded;
    Round round = new Round(LOG, "the TLS certificate cannot be looked at", this::look);
    watching = RoundThread.start("tls-files", round, BETWEEN_LOOKS);
  }

  /// Begins with the certificate that the files hold now.
  ///
  /// @throws IOException if they hold none; the message says why
  public static TlsContext start(TlsFiles files) throws IOException {
    TlsReading reading = new TlsReading(files);
    try {
      return new TlsContext(reading, load(reading.read()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /// A handshake that finds no memory fails alone: its connection runs into its deadline.
  private static Thread handshakeThread(Runnable work) {
    Thread thread = HANDSHAKE_THREADS.newThread(work);
    thread.setUncaughtExceptionHandler(new TaskFailure());
    return thread;
  }

  /// When the certificate in use expires.
  public Instant expires() {
    return loaded.validity().until();
  }

  /// Why clients refuse the certificate in use, or will soon.
  public Optional<String> warning() {
    return ValidityWarning.warning(loaded.validity(), Instant.now());
  }

  /// What new connections begin with.
  public SslContext context() {
    return loaded.context();
  }

  /// What a connection does its handshake with; it has no deadline of its own.
  public SslHandler handler(ByteBufAllocator allocator, SslContext context) {
    SslHandler handler = context.newHandler(allocator, handshakes);
    handler.setHandshakeTimeoutMillis(0);
    return handler;
  }

  private static Loaded load(TlsIdentity.Content content) throws IOException {
    TlsIdentity identity = TlsIdentity.of(content);
    X509Certificate own = identity.chain().getFirst();
    Validity validity = Validity.of(own);
    SslContext context =
        SslContextBuilder.forServer(identity.key(), identity.chain())
            .sslProvider(SslProvider.JDK)
            .protocols("TLSv1.3", "TLSv1.2")
            .ciphers(CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
            .applicationProtocolConfig(
                new ApplicationProtocolConfig(ALPN, FATAL_ALERT, ACCEPT, PROTOCOL))
            .build();
    LOG.atInfo()
        .addKeyValue("subject", own.getSubjectX500Principal().getName())
        .addKeyValue("expires", validity.until())
        .log("TLS certificate loaded");
    return new Loaded(content, validity, context);
  }

  private void look() {
    try {
      validityWarning.due(loaded.validity(), Instant.now()).ifPresent(LOG::warn);
      TlsIdentity.Content now = files.read();
      boolean settled = now.equals(seen);
      seen = now;
      if (now.equals(loaded.content())) {
        complaint = "";
      } else if (settled) {
        loaded = load(now);
        complaint = "";
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // closed
    } catch (IOException | RuntimeException e) {
      // Logged once, not at each check.
      if (!complaint.equals(String.valueOf(e.getMessage()))) {
        complaint = String.valueOf(e.getMessage());
        LOG.warn(
            "the TLS certificate is not replaced; the earlier one stays in use: {}", complaint);
      }
    }
  }

  @Override
  public void close() {
    watching.close();
    files.close();
    handshakes.shutdown();
  }
}
