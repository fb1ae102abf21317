package org.marquee.feed;

import java.io.IOException;
import org.marquee.notice.Secrets;

/// A feed cannot be fetched from its source; the message says why, and never holds what a header
/// said, nor a secret of an address.
public final class SourceFailed extends IOException {
  private static final long serialVersionUID = 1;

  public SourceFailed(String why) {
    super(Secrets.masked(why));
  }

  public SourceFailed(String why, Throwable cause) {
    super(Secrets.masked(why), cause);
  }
}
