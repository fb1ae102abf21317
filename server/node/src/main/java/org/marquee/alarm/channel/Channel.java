package org.marquee.alarm.channel;

import java.io.IOException;

/// A way to send messages. Implementations block, within a limit of time, and are safe for many
/// threads.
public interface Channel {
  /// What it is called: `webhook`, `mail` or `command`.
  String name();

  /// Sends a message once.
  ///
  /// @return what came back, for people
  /// @throws IOException if it was not taken; the message says why, and has no secret
  String send(Message message) throws IOException;
}
