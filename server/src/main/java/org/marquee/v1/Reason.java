package org.marquee.v1;

import java.util.Locale;

/// Why a parameter is not accepted (contract, "Errors").
enum Reason {
  REQUIRED,
  UNKNOWN,
  REPEATED,
  EMPTY,
  MALFORMED,
  TOO_SMALL,
  TOO_LARGE,
  TOO_SHORT,
  TOO_LONG,
  NOT_ALLOWED_TOGETHER,
  REQUIRED_TOGETHER,
  UNKNOWN_VALUE,
  UNKNOWN_POSTCODE,
  CURSOR_MISMATCH,
  WINDOW_EMPTY,
  WINDOW_TOO_LONG;

  /// The reason as the interface writes it.
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
