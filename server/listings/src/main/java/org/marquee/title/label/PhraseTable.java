package org.marquee.title.label;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.files.ProgramFile;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;

/// A table of phrases and their meanings, by the place where they may stand.
final class PhraseTable {
  private static final String BUILT_IN = "/title/words.txt";

  /// @param word what stands before the colon in the table
  record Meaning(String word, Attributes attributes) {}

  private final Map<PhrasePlace, Map<String, Meaning>> phrases = new EnumMap<>(PhrasePlace.class);

  private PhraseTable() {
    for (PhrasePlace place : PhrasePlace.values()) {
      phrases.put(place, new HashMap<>());
    }
  }

  /// The table that comes with Marquee, and the ids of the attributes as labels.
  static PhraseTable builtIn() {
    PhraseTable table = of(ProgramFile.text(PhraseTable.class, BUILT_IN).lines().toList());
    for (Attribute attribute : Attribute.ALL) {
      Meaning meaning = new Meaning(attribute.id(), Attributes.of(attribute));
      table.phrases(PhrasePlace.LABELS).put(LabelText.folded(attribute.id()), meaning);
    }
    return table;
  }

  /// Reads a table as `words.txt` is written; lines before the first heading are labels.
  ///
  /// @throws IllegalArgumentException if a line is not valid; the message gives its number
  static PhraseTable of(List<String> lines) {
    PhraseTable table = new PhraseTable();
    PhrasePlace place = PhrasePlace.LABELS;
    int number = 0;
    for (String line : lines) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      try {
        if (line.startsWith("[")) {
          place = PhrasePlace.of(line.substring(1, line.indexOf(']')));
        } else {
          table.add(place, line);
        }
      } catch (RuntimeException _) {
        throw new IllegalArgumentException("line " + number + " is not valid: " + line);
      }
    }
    return table;
  }

  /// This table with another one, which wins: a phrase of it is certain, even if it is doubtful
  /// here.
  PhraseTable with(PhraseTable own) {
    PhraseTable both = new PhraseTable();
    phrases.forEach((place, known) -> both.phrases(place).putAll(known));
    own.phrases.forEach((place, known) -> {
      both.phrases(place).putAll(known);
      if (!PhrasePlace.DOUBTFUL.contains(place)
          && place != PhrasePlace.LEFT_OUT
          && place != PhrasePlace.FACTS) {
        PhrasePlace.DOUBTFUL.forEach(each -> both.phrases(each).keySet().removeAll(known.keySet()));
        both.phrases(PhrasePlace.STARTS).putAll(known);
      }
    });
    return both;
  }

  /// The meaning of a folded phrase at a place; null where the table does not have it.
  @Nullable Meaning meaning(PhrasePlace place, String folded) {
    return phrases(place).get(folded);
  }

  private void add(PhrasePlace place, String line) {
    int colon = line.indexOf(':');
    String word = line.substring(0, colon).strip();
    Meaning meaning =
        switch (place) {
          case HOUSES -> new Meaning(word, Attributes.NONE);
          case FACTS -> new Meaning(facts(word), Attributes.NONE);
          default -> new Meaning(word, attributes(word));
        };
    for (String phrase : line.substring(colon + 1).split("\\|", -1)) {
      phrases(place).put(LabelText.folded(phrase), meaning);
    }
  }

  private static String facts(String word) {
    if (!word.equals("-") && !Stream.of(word.split("\\+", -1)).allMatch(LabelFacts::isOne)) {
      throw new IllegalArgumentException(word);
    }
    return word;
  }

  private static Attributes attributes(String word) {
    Attributes attributes = Attributes.NONE;
    if (!word.equals("-")) {
      for (String id : word.split("\\+", -1)) {
        attributes = attributes.with(Attribute.find(id.strip()).orElseThrow());
      }
    }
    return attributes;
  }

  private Map<String, Meaning> phrases(PhrasePlace place) {
    return phrases.getOrDefault(place, Map.of());
  }
}
