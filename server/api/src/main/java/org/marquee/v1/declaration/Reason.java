package org.marquee.v1.declaration;

import java.util.Locale;

/// Why a parameter is not acceptable (docs/api.md, "Reasons").
public enum Reason {
  REQUIRED("The operation needs this parameter."),
  UNKNOWN("The operation has no such parameter."),
  REPEATED("The parameter is given more than once."),
  EMPTY("The parameter has no value."),
  MALFORMED("The value is not written as it must be."),
  TOO_SMALL("The number is below the smallest allowed."),
  TOO_LARGE("The number is above the largest allowed."),
  TOO_SHORT("The text has too few characters."),
  TOO_LONG("The text has too many characters, or the list too many items."),
  NOT_ALLOWED_TOGETHER("The parameter must not be given together with another that is given."),
  REQUIRED_TOGETHER("The parameter must be given together with another."),
  UNKNOWN_VALUE("The value is none of those allowed."),
  UNKNOWN_POSTCODE("No cinema with this postcode has coordinates."),
  CURSOR_MISMATCH("The cursor belongs to another list, or to other filters."),
  WINDOW_EMPTY("The window does not end after it begins."),
  WINDOW_TOO_LONG("The window is longer than allowed.");

  private final String description;

  Reason(String description) {
    this.description = description;
  }

  /// The reason as answers write it.
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// What it means, for callers.
  public String description() {
    return description;
  }
}
