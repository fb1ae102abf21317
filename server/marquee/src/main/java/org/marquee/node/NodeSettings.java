package org.marquee.node;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.marquee.http.ServerSettings;
import org.marquee.http.tls.TlsFiles;
import org.marquee.site.FeedCheck;
import org.marquee.site.SiteSettings;
import org.marquee.v1.answer.Gateway;

/// What an operator may set of a node.
///
/// @param bulk folder of the bulk files; null where there are none
/// @param tls where the certificate of the interface is; null where there is no TLS
/// @param site the pages for people; null where there are none
/// @param checks checks feeds for them; null where nothing does
/// @param accessLog a file, or `-` for standard output; null where there is none
/// @param operationsPage what the operator's page may show
public record NodeSettings(
    String version,
    Addresses addresses,
    Gateway gateway,
    Horizon horizon,
    Timing timing,
    PortSettings edge,
    @Nullable Path bulk,
    @Nullable TlsFiles tls,
    @Nullable SiteSettings site,
    @Nullable FeedCheck checks,
    @Nullable String accessLog,
    OperationsPageSettings operationsPage) {
  /// Where a node listens.
  public record Addresses(InetSocketAddress api, InetSocketAddress operations) {}

  /// Settings of a node without bulk files, TLS, pages and access log.
  public NodeSettings(
      String version,
      Addresses addresses,
      Gateway gateway,
      Horizon horizon,
      Timing timing,
      PortSettings edge) {
    this(
        version,
        addresses,
        gateway,
        horizon,
        timing,
        edge,
        null,
        null,
        null,
        null,
        null,
        OperationsPageSettings.NONE);
  }

  /// These settings for a node that makes and serves bulk files.
  ///
  /// @param folder where they are
  public NodeSettings withBulk(Path folder) {
    return new NodeSettings(
        version,
        addresses,
        gateway,
        horizon,
        timing,
        edge,
        folder,
        tls,
        site,
        checks,
        accessLog,
        operationsPage);
  }

  /// The same behind a gateway of the operator's own.
  public NodeSettings withGateway(Gateway other) {
    return new NodeSettings(
        version,
        addresses,
        other,
        horizon,
        timing,
        edge,
        bulk,
        tls,
        site,
        checks,
        accessLog,
        operationsPage);
  }

  /// The same for a node whose interface uses TLS.
  public NodeSettings withTls(TlsFiles files) {
    return new NodeSettings(
        version,
        addresses,
        gateway,
        horizon,
        timing,
        edge,
        bulk,
        files,
        site,
        checks,
        accessLog,
        operationsPage);
  }

  /// The same for a node with pages for people.
  public NodeSettings withSite(SiteSettings pages) {
    return new NodeSettings(
        version,
        addresses,
        gateway,
        horizon,
        timing,
        edge,
        bulk,
        tls,
        pages,
        checks,
        accessLog,
        operationsPage);
  }

  /// The same for a node whose pages check feeds.
  public NodeSettings withChecks(FeedCheck check) {
    return new NodeSettings(
        version,
        addresses,
        gateway,
        horizon,
        timing,
        edge,
        bulk,
        tls,
        site,
        check,
        accessLog,
        operationsPage);
  }

  /// The same for a node that writes an access log.
  public NodeSettings withAccessLog(String file) {
    return new NodeSettings(
        version,
        addresses,
        gateway,
        horizon,
        timing,
        edge,
        bulk,
        tls,
        site,
        checks,
        file,
        operationsPage);
  }

  /// The same for a node whose operators may see this.
  public NodeSettings withOperationsPage(OperationsPageSettings page) {
    return new NodeSettings(
        version, addresses, gateway, horizon, timing, edge, bulk, tls, site, checks, accessLog,
        page);
  }

  /// The settings of the port of the interface.
  ServerSettings api() {
    ServerSettings cleartext = edge.api(addresses.api());
    return tls == null ? cleartext : cleartext.withTls(tls);
  }
}
