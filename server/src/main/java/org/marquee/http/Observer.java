package org.marquee.http;

import org.jspecify.annotations.Nullable;

/// Hears of every answer, for metrics and access logs.
@FunctionalInterface
public interface Observer {
  /// Takes note of an answer. Called on an event loop: it must not block.
  ///
  /// @param request the request, or null where it was refused before it could be understood
  /// @param nanos from the end of the request's head to the sending of the answer, in nanoseconds
  void answered(@Nullable Request request, int status, long nanos);
}
