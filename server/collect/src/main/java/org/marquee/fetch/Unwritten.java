package org.marquee.fetch;

import java.io.IOException;

/// What was fetched cannot be written: a fault of this machine, and not of the source.
public final class Unwritten extends IOException {
  private static final long serialVersionUID = 1;

  Unwritten(IOException cause) {
    super("the file cannot be written: " + cause.getMessage(), cause);
  }
}
