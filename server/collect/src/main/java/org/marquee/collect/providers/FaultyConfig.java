package org.marquee.collect.providers;

import java.util.List;

/// `providers.yaml` has faults: all of them, each with its line and key.
public final class FaultyConfig extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<String> faults;

  FaultyConfig(List<String> faults) {
    super(String.join("\n", faults));
    this.faults = List.copyOf(faults);
  }

  /// A line each, in the order of the file.
  public List<String> faults() {
    return faults;
  }
}
