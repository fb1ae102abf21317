package org.marquee.app.service;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.app.config.Configuration;
import org.marquee.app.console.SettingReaders;
import org.marquee.app.terminal.Failure;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.http.tls.TlsFiles;
import org.marquee.node.NodeSettings;
import picocli.CommandLine.Option;

/// Where a service listens, and whether the interface uses TLS.
public final class ListenOptions {
  @Option(
      names = "--port",
      paramLabel = "PORT",
      converter = SettingReaders.Ports.class,
      description = "Port of the interface (default: ${DEFAULT-VALUE}).")
  private int port = 8080;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      description = "Address of the interface (default: all).")
  private String bind = "0.0.0.0";

  @Option(
      names = "--ops-port",
      paramLabel = "PORT",
      converter = SettingReaders.Ports.class,
      description = "Port of health and metrics (default: ${DEFAULT-VALUE}).")
  private int opsPort = 8081;

  @Option(
      names = "--ops-bind",
      paramLabel = "ADDRESS",
      description = "Address of health and metrics (default: ${DEFAULT-VALUE}).")
  private String opsBind = "127.0.0.1";

  @Option(
      names = "--tls-certificate",
      paramLabel = "FILE",
      description = "Certificate chain in PEM: the interface uses TLS. Needs --tls-key.")
  private @Nullable Path tlsCertificate;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "Private key of the certificate, in PEM (PKCS#8). Both files are watched.")
  private @Nullable Path tlsKey;

  /// Where the interface listens.
  public InetSocketAddress api() {
    return new InetSocketAddress(bind, port);
  }

  /// Where health and metrics are.
  public InetSocketAddress operations() {
    return new InetSocketAddress(opsBind, opsPort);
  }

  /// Both, if they exist.
  ///
  /// @throws WrongUsage if there cannot be such a port
  /// @throws Failure if there is no such address
  NodeSettings.Addresses addresses() {
    return new NodeSettings.Addresses(address(bind, port), address(opsBind, opsPort));
  }

  /// The certificate and its key, if the interface uses TLS.
  public Optional<TlsFiles> tls() {
    return tlsCertificate == null || tlsKey == null
        ? Optional.empty()
        : Optional.of(new TlsFiles(tlsCertificate, tlsKey));
  }

  /// What is wrong if only one of the two files is given.
  Optional<String> halfOfTls(Configuration found) {
    if ((tlsCertificate == null) == (tlsKey == null)) {
      return Optional.empty();
    }
    String given = tlsKey == null ? "tls-certificate" : "tls-key";
    String missing = tlsKey == null ? "tls-key" : "tls-certificate";
    return Optional.of(found.where(given) + ": needs " + missing + " as well");
  }

  /// Where to listen.
  ///
  /// @throws WrongUsage if there cannot be such a port
  /// @throws Failure if there is no such address
  static InetSocketAddress address(String host, int port) {
    if (port > 65_535) {
      throw new WrongUsage("a port must be a number from 0 to 65535, not " + port);
    }
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new Failure("cannot listen on " + host + ": there is no such address");
    }
    return address;
  }
}
