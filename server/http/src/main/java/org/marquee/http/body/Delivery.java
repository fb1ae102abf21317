package org.marquee.http.body;

/// How the sending of an answer ended.
public enum Delivery {
  /// All of it was given to the system's socket.
  SENT,
  /// The client closed or reset the connection before that.
  CLIENT_GONE,
  /// The client did not read, and the deadline passed; or the server closed meanwhile.
  CUT_OFF,
  /// The handler failed after the answer had begun.
  FAILED
}
