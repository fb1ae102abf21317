package org.marquee.access;

import java.net.InetAddress;
import java.util.List;
import org.marquee.network.AddressBlock;

/// The addresses whose word on who is asking is taken: those of an external gateway
/// (docs/proxies.md, "A gateway of your own").
public record TrustedPeers(List<AddressBlock> blocks) {
  public TrustedPeers {
    blocks = List.copyOf(blocks);
  }

  /// The peers within these addresses and blocks ([AddressBlock#parse]). No names: a name server
  /// would decide which peers are trusted.
  ///
  /// @throws IllegalArgumentException with a message for the operator, if one is neither
  public static TrustedPeers parse(List<String> blocks) {
    return new TrustedPeers(blocks.stream().map(AddressBlock::parse).toList());
  }

  /// Whether this address is trusted.
  public boolean contains(InetAddress peer) {
    return blocks.stream().anyMatch(block -> block.holds(peer));
  }
}
