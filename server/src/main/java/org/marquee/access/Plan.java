package org.marquee.access;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/// What an organization has bought: how many requests a minute all its keys together may make
/// (contract, "Access").
public enum Plan {
  TRIAL(OptionalInt.of(60)),
  STANDARD(OptionalInt.of(600)),
  UNLIMITED(OptionalInt.empty());

  /// The plan of a grant that names none.
  public static final Plan DEFAULT = STANDARD;

  private final OptionalInt requestsPerMinute;

  Plan(OptionalInt requestsPerMinute) {
    this.requestsPerMinute = requestsPerMinute;
  }

  /// The plan that people and the database call `word`, exactly as written: `trial`, ….
  public static Optional<Plan> find(String word) {
    for (Plan plan : values()) {
      if (plan.word().equals(word)) {
        return Optional.of(plan);
      }
    }
    return Optional.empty();
  }

  /// The plan's name on the command line, in the database and in answers: `trial`, ….
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The quota of a minute, which may also be used in one burst; empty where there is no limit.
  public OptionalInt requestsPerMinute() {
    return requestsPerMinute;
  }
}
