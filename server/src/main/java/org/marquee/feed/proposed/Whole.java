package org.marquee.feed.proposed;

/// What a mapping states of a file as a whole: where its cinemas are.
final class Whole {
  private Whole() {}

  /// The zone that a person stated, else the likeliest; empty where there is none.
  static String zone(Proposer.Decided decided) {
    String stated = stated(decided, "zone");
    if (stated != null) {
      return stated;
    }
    String country = stated(decided, "countryCode");
    if (country != null && decided.zone().sure() < 90) {
      return ZoneGuess.ofCountry(country, 80, "").zone();
    }
    return decided.zone().zone();
  }

  static String country(Proposer.Decided decided) {
    String stated = stated(decided, "countryCode");
    if (stated != null) {
      return stated;
    }
    String zone = stated(decided, "zone");
    return zone == null ? decided.zone().country() : ZoneGuess.country(zone);
  }

  private static @org.jspecify.annotations.Nullable String stated(
      Proposer.Decided decided, String field) {
    String text = decided.said().text(field);
    String said = decided.said().find(field);
    if (text != null) {
      return text;
    }
    boolean zone = field.equals("zone") && said != null && !said.isEmpty();
    return zone ? said : null;
  }
}
