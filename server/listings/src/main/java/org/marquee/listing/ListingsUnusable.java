package org.marquee.listing;

import org.jspecify.annotations.Nullable;

/// The database answers, but not with our data: tables lack, may not be read, or are being
/// restored. What a node has in memory is better.
public final class ListingsUnusable extends ListingsUnavailable {
  private static final long serialVersionUID = 1;

  public ListingsUnusable(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
