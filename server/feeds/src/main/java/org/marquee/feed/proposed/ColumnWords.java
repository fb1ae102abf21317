package org.marquee.feed.proposed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the words in names of columns mean, in several languages (`feed/column-words.txt`).
final class ColumnWords {
  private static final Map<String, String> MEANINGS = keysOf("/feed/column-words.txt");

  /// What records are made of: of two of them in a name, the last counts.
  static final Set<String> ENTITIES = Set.of("film", "cinema", "screen", "show", "chain");

  /// What a name says besides, and what changes nothing.
  private static final Set<String> FILLING =
      Set.of(
          ("the of der die das de del du la le el i a an and at am um on in is full raw display local value text default "
                  + "addr current with iso datetime s n en es per van het")
              .split(" ", -1));

  /// What is not known, as a meaning.
  static final String UNKNOWN = "?";

  /// Nobody calls a column by more characters; each end of a word is tried as a word.
  private static final int LONGEST = 200;

  private ColumnWords() {}

  /// What each word of a file means, whose lines are a meaning, `=`, and words; the first counts.
  static Map<String, String> keysOf(String file) {
    Map<String, String> meanings = new HashMap<>();
    try (InputStream in = Objects.requireNonNull(ColumnWords.class.getResourceAsStream(file))) {
      new BufferedReader(new InputStreamReader(in, UTF_8))
          .lines()
          .filter(line -> !line.startsWith("#"))
          .forEach(line -> {
            String[] parts = line.split("=", 2);
            for (String word : parts[1].split(" ", -1)) {
              meanings.putIfAbsent(word.replace("_", ""), parts[0]);
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return meanings;
  }

  /// What a name means: a meaning for each of its words, [#UNKNOWN] for those that are not known.
  static List<String> meanings(String name) {
    if (name.length() > LONGEST) {
      return List.of(UNKNOWN);
    }
    List<String> words = words(name);
    String whole = MEANINGS.get(String.join("", words));
    if (whole != null) {
      return List.of(whole);
    }
    List<String> meant = new ArrayList<>();
    for (String word : words) {
      if (!FILLING.contains(word) && !word.matches("[0-9]+")) {
        meant.addAll(meaningsOf(word));
      }
    }
    return meant;
  }

  /// Whether none of some names has a word that is known.
  static boolean areUnknown(List<String> names) {
    return names.stream().allMatch(name -> meanings(name).stream().allMatch(UNKNOWN::equals));
  }

  private static List<String> meaningsOf(String word) {
    String known = known(word);
    if (known != null) {
      return List.of(known);
    }
    for (int at = word.length() - 2; at > 2; at--) {
      String first = known(word.substring(0, at));
      if (first == null) {
        continue;
      }
      for (String joint : List.of("", "s", "n", "en", "es")) {
        String rest = word.substring(at);
        String second = rest.startsWith(joint) ? known(rest.substring(joint.length())) : null;
        if (second != null && (rest.length() - joint.length() > 1)) {
          return List.of(first, second);
        }
      }
    }
    return List.of(UNKNOWN);
  }

  private static @Nullable String known(String word) {
    String known = MEANINGS.get(word);
    return known == null && word.length() > 4 && word.endsWith("s")
        ? MEANINGS.get(word.substring(0, word.length() - 1))
        : known;
  }

  /// The words of a name, folded: `showDate`, `SHOW_DATE` and `Show date` are the same.
  static List<String> words(String name) {
    String folded =
        Normalizer.normalize(
                name.replace("ß", "ss")
                    .replaceAll("(?i)\\bn[°º]", "number ")
                    .replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " "),
                Normalizer.Form.NFKD)
            .replaceAll("\\p{M}+", "")
            .toLowerCase(Locale.ROOT);
    return List.of(folded.split("[^\\p{L}\\p{N}]+", -1)).stream()
        .filter(word -> !word.isEmpty())
        .toList();
  }
}
