package org.marquee.node;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What was opened one part after the other, to be closed the last one first.
public final class CloseStack implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CloseStack.class);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  /// Takes a part in, and gives it back.
  public <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  /// Closes every part that is not closed yet. One that cannot be closed is logged, and keeps no
  /// other one open.
  @Override
  public void close() {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        LOG.atError().setCause(e).log("a part of the program could not be closed");
      }
    }
  }
}
