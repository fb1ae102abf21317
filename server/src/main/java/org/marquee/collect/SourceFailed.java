package org.marquee.collect;

import java.io.IOException;

/// A feed cannot be had from its source; the message says why, and never holds what a header said.
final class SourceFailed extends IOException {
  private static final long serialVersionUID = 1;

  SourceFailed(String why) {
    super(why);
  }

  SourceFailed(String why, Throwable cause) {
    super(why, cause);
  }
}
