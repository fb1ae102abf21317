package org.marquee.correction;

import java.util.List;

/// Corrections that cannot be made. Nothing was changed.
public final class CorrectionRefused extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient List<String> faults;

  /// @param fault with the next step
  public CorrectionRefused(String fault) {
    this(List.of(fault));
  }

  /// @param faults each with its line
  public CorrectionRefused(List<String> faults) {
    super(String.join("\n", faults));
    this.faults = List.copyOf(faults);
  }

  /// All that is wrong.
  public List<String> faults() {
    return faults;
  }
}
