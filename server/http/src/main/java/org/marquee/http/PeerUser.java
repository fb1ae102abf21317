package org.marquee.http;

import io.netty.channel.Channel;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import java.net.SocketOption;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;
import org.jspecify.annotations.Nullable;

/// The user at the other end of a socket in the file system, as the operating system says it:
/// nobody can send another one.
final class PeerUser {
  private static final SocketOption<UnixDomainPrincipal> WHO = ExtendedSocketOptions.SO_PEERCRED;

  private PeerUser() {}

  /// The name of the user, or the number of one without a name; null where it is not known.
  static @Nullable String of(Channel channel) {
    if (!(channel instanceof NioDomainSocketChannel)) {
      return null;
    }
    UnixDomainPrincipal who = channel.config().getOption(NioChannelOption.of(WHO));
    return who == null ? null : who.user().getName();
  }
}
