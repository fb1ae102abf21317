package org.marquee.v1.declaration;

import java.util.ArrayList;
import java.util.List;

/// The faults of one request, collected so that they are reported at once.
public final class Violations {
  /// Further faults are not listed: a request of eight kilobytes would be answered with hundreds.
  public static final int MOST = 100;

  private final List<Violation> found = new ArrayList<>();

  /// Adds a fault.
  public void add(String parameter, Reason reason, String message) {
    add(new Violation(parameter, reason, message));
  }

  void add(Violation violation) {
    if (found.size() < MOST) {
      found.add(violation);
    }
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  /// Whether every fault is one of `parameter`.
  public boolean areOnlyOf(QueryParameter<?> parameter) {
    for (Violation violation : found) {
      if (!violation.parameter().equals(parameter.name())) {
        return false;
      }
    }
    return true;
  }

  /// All of them; empty: the request is acceptable.
  public List<Violation> list() {
    return List.copyOf(found);
  }
}
