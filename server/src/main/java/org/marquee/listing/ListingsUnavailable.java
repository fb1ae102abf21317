package org.marquee.listing;

import org.jspecify.annotations.Nullable;

/// The data cannot be reached now; trying again later may help (docs/api.md, "Status codes").
public final class ListingsUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1;

  public ListingsUnavailable(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
