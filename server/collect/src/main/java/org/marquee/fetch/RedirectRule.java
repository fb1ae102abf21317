package org.marquee.fetch;

import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.marquee.feed.SourceFailed;
import org.marquee.network.AddressBlock;

/// Where a redirect may lead. An operator may write any address, one of this machine too. A server
/// that redirects may only name public addresses, or those that the operator allows: otherwise a
/// feed could make us read services that only we can reach.
public final class RedirectRule {
  /// Public addresses only.
  public static final RedirectRule PUBLIC = new RedirectRule(List.of(), Set.of(), Author.OPERATOR);

  private static final Pattern HOST =
      Pattern.compile("(?i)[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?\\.?");

  private final List<AddressBlock> blocks;
  private final Set<String> hosts;

  private final Author author;

  /// Who wrote the first address.
  private enum Author {
    OPERATOR,
    SOMEBODY
  }

  private RedirectRule(List<AddressBlock> blocks, Set<String> hosts, Author author) {
    this.blocks = List.copyOf(blocks);
    this.hosts = Set.copyOf(hosts);
    this.author = author;
  }

  /// Public addresses, and those of these hosts and blocks.
  ///
  /// @param allowed each a host, an address, or a block such as `10.0.0.0/8`
  public static RedirectRule allowing(List<String> allowed) {
    List<AddressBlock> blocks = new ArrayList<>();
    Set<String> hosts = new HashSet<>();
    for (String each : allowed) {
      if (isHost(each)) {
        hosts.add(plain(each));
      } else {
        blocks.add(AddressBlock.parse(each));
      }
    }
    return new RedirectRule(blocks, hosts, Author.OPERATOR);
  }

  /// This rule where somebody else than the operator wrote the first address: it holds for that one
  /// as well.
  public RedirectRule fromTheFirst() {
    return new RedirectRule(blocks, hosts, Author.SOMEBODY);
  }

  /// What is wrong with `text`, which is to be allowed; empty where it is a host, an address or a
  /// block.
  public static Optional<String> faultOf(String text) {
    try {
      if (!isHost(text)) {
        var _ = AddressBlock.parse(text);
      }
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(
          text.contains("/")
              ? String.valueOf(e.getMessage())
              : "must list hosts, addresses and blocks such as 10.0.0.0/8, not \"" + text + '"');
    }
  }

  private static boolean isHost(String text) {
    return HOST.matcher(text).matches() && text.chars().anyMatch(Character::isLetter);
  }

  /// The address that a redirect names.
  ///
  /// @param location the field `Location`
  /// @throws SourceFailed if it is not one of the web, or less safe than `from`
  static URI target(URI from, String location) throws SourceFailed {
    URI to;
    try {
      to = URI.create(from.resolve(location).toASCIIString());
    } catch (IllegalArgumentException e) {
      throw new SourceFailed(from + " redirects to an invalid URL: " + location, e);
    }
    Origin origin = Origin.of(to);
    if (location.isEmpty() || to.getHost() == null || !origin.scheme().matches("https?")) {
      throw new SourceFailed(from + " redirects to an invalid URL: " + location);
    }
    if (to.getUserInfo() != null) {
      throw new SourceFailed(from + " redirects to an address with a user: " + to);
    }
    if (Origin.of(from).isSecure() && !origin.isSecure()) {
      throw new SourceFailed(from + " redirects from https to http: " + to);
    }
    return to;
  }

  /// The addresses of the first host that may be connected to.
  ///
  /// @throws SourceFailed if none of them is permitted
  List<InetAddress> first(URI address, List<InetAddress> all) throws SourceFailed {
    return author == Author.OPERATOR
        ? all
        : permitted(address, all, address + " is not on the public internet");
  }

  /// The addresses that a redirect may connect to.
  ///
  /// @param all those of the host of `to`; at least one
  /// @throws SourceFailed if none of them is permitted
  List<InetAddress> permitted(URI from, URI to, List<InetAddress> all) throws SourceFailed {
    return permitted(
        to,
        all,
        "%s redirects to %s, which is not a public address (%s). If that is intended, use that address"
                .formatted(from, to, all.getFirst().getHostAddress())
            + " itself, or list its host in allowRedirectsTo (docs/collecting.md)");
  }

  /// The addresses that may be connected to of a host that had a public one before.
  ///
  /// @throws SourceFailed if none of them is permitted
  List<InetAddress> stillPublic(URI address, List<InetAddress> all) throws SourceFailed {
    return permitted(
        address,
        all,
        "the host of %s had a public address before, and has none now (%s). If that is intended,"
                .formatted(address, all.getFirst().getHostAddress())
            + " list it in allowRedirectsTo (docs/collecting.md)");
  }

  private List<InetAddress> permitted(URI to, List<InetAddress> all, String refusal)
      throws SourceFailed {
    List<InetAddress> permitted =
        hosts.contains(plain(Origin.of(to).host()))
            ? all
            : all.stream().filter(this::isPermitted).toList();
    if (permitted.isEmpty()) {
      throw new SourceFailed(refusal);
    }
    return permitted;
  }

  private boolean isPermitted(InetAddress address) {
    return PublicAddresses.isOne(address)
        || blocks.stream().anyMatch(block -> block.holds(address));
  }

  /// `Files.Example.` is `files.example`.
  private static String plain(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }
}
