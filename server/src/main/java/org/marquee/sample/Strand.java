package org.marquee.sample;

import java.util.Locale;

/// What sort of programme a film belongs to, and between which hours its regular showings start.
enum Strand {
  SPECTACLE(0, 29),
  FAMILY(0, 18),
  DRAMA(0, 29),
  LATE(18, 29),
  ART(0, 29),
  CLASSIC(0, 29),
  /// Relayed from the stage: on occasions only.
  STAGE(0, 0);

  private static final int HOUR = 60;

  private final int from;
  private final int until;

  Strand(int fromHour, int untilHour) {
    this.from = fromHour * HOUR;
    this.until = untilHour * HOUR;
  }

  static Strand named(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Whether the regular programme shows it at `minute` of the day; the night belongs to the day
  /// before.
  boolean suits(int minute) {
    return from <= minute && minute < until;
  }
}
