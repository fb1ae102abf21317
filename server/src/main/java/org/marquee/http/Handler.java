package org.marquee.http;

/// Answers requests.
public interface Handler {
  /// Takes one request and answers it once, now or later, from any thread.
  ///
  /// Called on an event loop: it must not block. An exception becomes a 500 without details and a
  /// log entry.
  void handle(Request request, Reply reply);

  /// Where the answer goes.
  interface Reply {
    /// Sends the answer; the first call counts, later ones are ignored.
    void send(Response response);
  }
}
