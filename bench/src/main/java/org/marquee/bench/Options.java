package org.marquee.bench;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The options of a run, `name=value` a word.
///
/// @param given the words themselves
/// @param showtimes how many are stored where one size is measured
/// @param sizes how many are stored where sizes are compared; the first is the base
/// @param shares of the showtimes that change, where what a change takes is measured
/// @param warm how long a server is asked before anything counts
/// @param span how long each measurement lasts
/// @param waiting how many wait for a change
/// @param rounds how often each is taken
/// @param compressed which pages are asked for
record Options(
    List<String> given,
    int showtimes,
    List<Integer> sizes,
    List<Double> shares,
    Duration warm,
    Duration span,
    int rounds,
    int waiting,
    Compressed compressed) {

  /// Which rows the part `pages` has.
  enum Compressed {
    /// Plain and compressed ones.
    ALSO,
    /// Compressed ones and what they are compared with most: the quick form.
    ONLY
  }

  static Options read(List<String> words) {
    Map<String, String> given = new HashMap<>();
    for (String word : words) {
      String[] pair = word.split("=", 2);
      if (pair.length < 2) {
        throw new IllegalArgumentException("not name=value: " + word);
      }
      given.put(pair[0], pair[1]);
    }
    Options options =
        new Options(
            List.copyOf(words),
            Integer.parseInt(take(given, "showtimes", "1000000")),
            Arrays.stream(take(given, "sizes", "100000,1000000").split(","))
                .map(Integer::valueOf)
                .toList(),
            Arrays.stream(take(given, "shares", "0,0.01,0.1,1").split(","))
                .map(Double::valueOf)
                .toList(),
            Duration.ofSeconds(Integer.parseInt(take(given, "warm", "25"))),
            Duration.ofSeconds(Integer.parseInt(take(given, "span", "10"))),
            Integer.parseInt(take(given, "rounds", "5")),
            Integer.parseInt(take(given, "waiting", "10000")),
            Compressed.valueOf(take(given, "compressed", "also").toUpperCase(Locale.ROOT)));
    if (!given.isEmpty()) {
      throw new IllegalArgumentException("there is no option " + given.keySet());
    }
    return options;
  }

  /// Whether the results are written to a file. Those of the quick form are only printed.
  boolean isKept() {
    return compressed != Compressed.ONLY;
  }

  private static String take(Map<String, String> given, String name, String standard) {
    String value = given.remove(name);
    return value == null ? standard : value;
  }
}
