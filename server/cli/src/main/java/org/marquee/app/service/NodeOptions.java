package org.marquee.app.service;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.access.FailedAuthentications;
import org.marquee.access.TrustedPeers;
import org.marquee.app.console.SettingReaders;
import org.marquee.app.home.Version;
import org.marquee.http.admission.ForwardedField;
import org.marquee.http.admission.Proxies;
import org.marquee.http.connection.ConnectionTimes;
import org.marquee.node.Horizon;
import org.marquee.node.NodeSettings;
import org.marquee.node.PortSettings;
import org.marquee.node.Timing;
import org.marquee.site.operator.NamesGuard;
import org.marquee.v1.answer.Gateway;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// What an operator rarely sets of a node (docs/configuration.md). The help leaves it out.
public final class NodeOptions {
  @Option(names = "--days-back", description = "How many days back the memory of the node reaches.")
  private Horizon horizon = Horizon.USUAL;

  @Option(
      names = "--stale-after",
      description = "How long the node may be without confirmation from the database.")
  private Duration staleAfter = Timing.USUAL.staleAfter();

  @Option(
      names = "--stop-delay",
      description = "How long a node that stops goes on taking connections.")
  private Duration stopDelay = Timing.USUAL.stopDelay();

  @Option(
      names = "--connections",
      converter = SettingReaders.FromOne.class,
      description = "How many connections at once, as far as the file descriptors go.")
  private int connections = PortSettings.USUAL_CONNECTIONS;

  @Option(
      names = "--connections-per-address",
      converter = SettingReaders.FromOne.class,
      description = "How many connections of one address at once (default: a quarter of all).")
  private @Nullable Integer perAddress;

  @Option(
      names = "--proxies",
      description = "Proxies in front of this node (default: those of --gateway-peers).")
  private @Nullable TrustedPeers proxies;

  @Option(
      names = "--forwarded-field",
      defaultValue = "X-Forwarded-For",
      description = "Field in which the proxies name the client: X-Forwarded-For, Forwarded, none.")
  private ForwardedField forwarded = ForwardedField.X_FORWARDED_FOR;

  @Option(
      names = "--failed-authentications",
      converter = SettingReaders.FromZero.class,
      description = "How many requests of one address may fail in a minute for want of a key.")
  private int failedAuthentications = FailedAuthentications.USUAL;

  @Option(
      names = "--gateway-header",
      converter = SettingReaders.Header.class,
      description = "Header in which a gateway of your own names the organization.")
  private @Nullable String gatewayHeader;

  @Option(names = "--gateway-peers", description = "Addresses of that gateway.")
  private @Nullable TrustedPeers gatewayPeers;

  @Option(
      names = "--ops-password-file",
      paramLabel = "FILE",
      description = "File with the password that shows organizations on the operations port.")
  private @Nullable NamesGuard names;

  @Option(names = "--ops-hosts", description = "Names of the operations port besides localhost.")
  private PortSettings.@Nullable Hosts hosts;

  @Mixin private CorsOption cors = new CorsOption();

  @Option(
      names = "--head-time",
      converter = SettingReaders.LongerThanNothing.class,
      description = "Time for the header fields of a request.")
  private Duration head = ConnectionTimes.USUAL.head();

  @Option(
      names = "--idle-time",
      converter = SettingReaders.LongerThanNothing.class,
      description = "Time without a request, or without progress of an answer.")
  private Duration idle = ConnectionTimes.USUAL.idle();

  @Option(
      names = "--linger-time",
      converter = SettingReaders.LongerThanNothing.class,
      description = "Time for the client to close after the last answer.")
  private Duration linger = ConnectionTimes.USUAL.linger();

  @Option(
      names = "--drain-time",
      converter = SettingReaders.LongerThanNothing.class,
      description = "Time for requests under way when the node stops.")
  private Duration drain = ConnectionTimes.USUAL.drain();

  /// The one of the two settings of a gateway that stands alone.
  Optional<String> halfAGateway() {
    if ((gatewayHeader == null) == (gatewayPeers == null)) {
      return Optional.empty();
    }
    return Optional.of(gatewayHeader == null ? "gateway-peers" : "gateway-header");
  }

  /// Who may see the names of organizations on the operations port.
  NamesGuard names() {
    return names == null ? NamesGuard.LOCAL : names;
  }

  /// The settings of a node.
  public NodeSettings at(NodeSettings.Addresses addresses, NodeSettings.Options options) {
    PortSettings ports = ports();
    Gateway gateway =
        gatewayHeader == null || gatewayPeers == null
            ? ports.gateway()
            : new Gateway.External(gatewayHeader, gatewayPeers);
    return new NodeSettings(
        Version.number(),
        addresses,
        gateway,
        horizon,
        new Timing(staleAfter, stopDelay),
        ports,
        options);
  }

  PortSettings ports() {
    TrustedPeers named = proxies == null ? gatewayPeers : proxies;
    // A proxy that sends one field passes the other on as the client wrote it, so only one counts.
    Proxies trusted = new Proxies(named == null ? _ -> false : named::contains, forwarded);
    return new PortSettings(
        PortSettings.limits(connections, perAddress, trusted),
        hosts == null ? Set.of() : hosts.names(),
        cors.origins(),
        new ConnectionTimes(head, idle, linger, drain),
        failedAuthentications);
  }
}
