package org.marquee.http.connection;

import org.marquee.http.body.Delivery;

/// Gets every answer, for metrics and access logs. Called on an event loop: it must not block.
public interface Observer {
  /// An observer that takes no note of anything.
  Observer NONE = new Observer() {};

  /// Takes note of an answer that is about to be sent.
  default void answers(Answered answer) {}

  /// Takes note of the end of an answer; called once for each that [#answers] was called for.
  ///
  /// @param bytes of the head and the body that were sent, in the form in which they were sent
  default void ended(Answered answer, long bytes, Delivery delivery) {}
}
