package org.marquee.listing;

import org.jspecify.annotations.Nullable;

/// The data cannot be reached now; trying again later may help (docs/api.md, "Status codes").
public sealed class ListingsUnavailable extends RuntimeException permits ListingsUnusable {
  private static final long serialVersionUID = 1;

  public ListingsUnavailable(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
