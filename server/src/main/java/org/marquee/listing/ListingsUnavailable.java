package org.marquee.listing;

import org.jspecify.annotations.Nullable;

/// The data cannot be reached now; trying again later may help (specification 7.2, status 503).
public final class ListingsUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1;

  public ListingsUnavailable(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
