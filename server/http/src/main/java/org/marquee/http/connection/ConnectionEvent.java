package org.marquee.http.connection;

/// The events that a server sends to its connections.
public enum ConnectionEvent {
  /// The server drains: the connection ends with its next answer, or when none is asked for in a
  /// while.
  DRAIN,
  /// Another connection needs the place: this one ends at once if nothing is under way, else with
  /// the answer to that.
  LEAVE
}
