package org.marquee.node;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.marquee.http.ServerSettings;
import org.marquee.http.tls.TlsFiles;
import org.marquee.site.check.FeedCheck;
import org.marquee.site.frame.SiteSettings;
import org.marquee.site.operator.NamesGuard;
import org.marquee.v1.answer.Gateway;

/// What an operator may set of a node.
public record NodeSettings(
    String version,
    Addresses addresses,
    Gateway gateway,
    Horizon horizon,
    Timing timing,
    PortSettings edge,
    Options options) {
  /// Where a node listens.
  public record Addresses(InetSocketAddress api, InetSocketAddress operations) {}

  /// What else a node does, where the operator wants it.
  ///
  /// @param bulk folder of the bulk files; null where there are none
  /// @param tls where the certificate of the interface is; null where there is no TLS
  /// @param site the pages for people; null where there are none
  /// @param checks checks feeds for them; null where nothing does
  /// @param accessLog a file, or `-` for standard output; null where there is none
  /// @param reports the folder of the reports of runs, for the operator's page; null: none are
  ///   shown
  /// @param names who may see the names of organizations there
  public record Options(
      @Nullable Path bulk,
      @Nullable TlsFiles tls,
      @Nullable SiteSettings site,
      @Nullable FeedCheck checks,
      @Nullable String accessLog,
      @Nullable Path reports,
      NamesGuard names) {
    /// Neither bulk files, TLS, pages nor an access log.
    public static final Options NONE =
        new Options(null, null, null, null, null, null, NamesGuard.LOCAL);
  }

  /// The settings of the port of the interface.
  ServerSettings api() {
    ServerSettings cleartext = edge.api(addresses.api());
    return options.tls() == null ? cleartext : cleartext.withTls(options.tls());
  }
}
