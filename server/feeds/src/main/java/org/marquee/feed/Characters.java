package org.marquee.feed;

/// The characters of a text, as limits count them: code points (docs/feeds.md, "Records").
final class Characters {
  private Characters() {}

  /// How many code points `text` has; -1 where one of them cannot be stored or written.
  static int count(String text) {
    int units = text.length();
    int pairs = 0;
    for (int at = 0; at < units; at++) {
      char unit = text.charAt(at);
      if (unit == 0 || Character.isLowSurrogate(unit)) {
        return -1;
      }
      if (Character.isHighSurrogate(unit)) {
        at++;
        if (at == units || !Character.isLowSurrogate(text.charAt(at))) {
          return -1;
        }
        pairs++;
      }
    }
    return units - pairs;
  }
}
