package org.marquee.fire;

import java.io.Closeable;
import java.util.function.Consumer;

/// Sends broken inputs to a node, or to a part of the product. Used by one thread.
interface Attack extends Closeable {
  /// Sends some inputs and waits for all that comes back.
  ///
  /// @param faults gets a description of each answer that is wrong
  /// @return how many inputs the product has taken
  long next(Consumer<String> faults);

  @Override
  default void close() {}
}
