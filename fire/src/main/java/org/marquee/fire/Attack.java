package org.marquee.fire;

import java.io.Closeable;

/// Sends broken inputs to a node, one after the other. Used by one thread.
interface Attack extends Closeable {
  /// Sends the next input and waits for all that comes back.
  ///
  /// @return what is wrong with it; empty if nothing is
  String next();
}
