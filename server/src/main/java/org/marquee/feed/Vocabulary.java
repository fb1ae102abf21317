package org.marquee.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.Folding;

/// What the words of cinemas mean, on showtimes and around the titles of films: a table of phrases
/// (`words.txt`, which says how it is written), to which a provider's own may be added.
public final class Vocabulary {
  private static final String NAME = "/feed/words.txt";

  /// Longer than any phrase, in words.
  private static final int LONGEST_PHRASE = 8;

  private static final Pattern APOSTROPHE = Pattern.compile("['’‘ʼ`]");
  private static final Pattern ORDINAL = Pattern.compile("\\d+(st|nd|rd|th)");

  private static final Set<String> LANGUAGES = languages();

  /// The phrases that everybody's words are looked up in.
  public static final Vocabulary BUILT_IN = builtIn();

  /// Where a phrase may stand.
  enum Place {
    LABELS,
    TAILS,
    HEADS,
    ADDITIONS,
    LONE_ADDITIONS,
    STRANDS,
    STRAND_ENDS,
    HOUSES,
    COMPOSERS;

    private static Place of(String name) {
      return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
  }

  /// @param word what stands before the colon in the table
  private record Meaning(String word, Attributes attributes) {}

  private final Map<Place, Map<String, Meaning>> phrases = new EnumMap<>(Place.class);

  private Vocabulary() {
    for (Place place : Place.values()) {
      phrases.put(place, new HashMap<>());
    }
  }

  /// These phrases and, going before them, those of a provider's own table.
  ///
  /// @param table as `words.txt` is written; without a heading its lines are labels
  /// @throws IllegalArgumentException if a line is not so written; the message says which
  public Vocabulary with(String table) {
    Vocabulary both = new Vocabulary();
    phrases.forEach((place, known) -> both.phrase(place).putAll(known));
    both.read(table.lines().toList());
    return both;
  }

  private static Vocabulary builtIn() {
    Vocabulary vocabulary = new Vocabulary();
    try (InputStream in = Vocabulary.class.getResourceAsStream(NAME)) {
      if (in == null) {
        throw new IllegalStateException(NAME + " is missing");
      }
      vocabulary.read(new BufferedReader(new InputStreamReader(in, UTF_8)).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (Attribute attribute : Attribute.ALL) {
      Meaning meaning = new Meaning(attribute.id(), Attributes.of(attribute));
      vocabulary.phrase(Place.LABELS).put(fold(attribute.id()), meaning);
    }
    return vocabulary;
  }

  private void read(List<String> lines) {
    Place place = Place.LABELS;
    int number = 0;
    for (String line : lines) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      try {
        if (line.startsWith("[")) {
          place = Place.of(line.substring(1, line.indexOf(']')));
        } else {
          learn(place, line);
        }
      } catch (RuntimeException _) {
        throw new IllegalArgumentException("line " + number + " is not understood: " + line);
      }
    }
  }

  private void learn(Place place, String line) {
    int colon = line.indexOf(':');
    String word = line.substring(0, colon).strip();
    Meaning meaning = new Meaning(word, place == Place.HOUSES ? Attributes.NONE : meant(word));
    for (String phrase : line.substring(colon + 1).split("\\|", -1)) {
      phrase(place).put(fold(phrase), meaning);
    }
  }

  private static Attributes meant(String word) {
    Attributes attributes = Attributes.NONE;
    if (!word.equals("-")) {
      for (String id : word.split("\\+", -1)) {
        attributes = attributes.with(Attribute.find(id.strip()).orElseThrow());
      }
    }
    return attributes;
  }

  private Map<String, Meaning> phrase(Place place) {
    return phrases.getOrDefault(place, Map.of());
  }

  private @Nullable Meaning meaning(Place place, String folded) {
    return phrase(place).get(folded);
  }

  /// What stands for `text` in the table: folded, apostrophes closed, without "and", which some
  /// write "&".
  static String fold(String text) {
    String folded = Folding.fold(APOSTROPHE.matcher(text).replaceAll(""));
    return folded.contains("and") ? withoutAnd(folded) : folded;
  }

  private static String withoutAnd(String folded) {
    return List.of(folded.split(" ", -1)).stream()
        .filter(word -> !word.equals("and"))
        .collect(Collectors.joining(" "));
  }

  /// The attributes that a showtime's label clearly means; empty where it means none.
  public Optional<Attributes> attributes(String label) {
    return attributes(Place.LABELS, label);
  }

  /// The attributes of a phrase of `place`; empty where it is none, or means none.
  Optional<Attributes> attributes(Place place, String text) {
    Meaning meaning = meaning(place, fold(text));
    return meaning == null || meaning.attributes().isEmpty()
        ? Optional.empty()
        : Optional.of(meaning.attributes());
  }

  /// Whether `text` is a phrase of `place`.
  boolean knows(Place place, String text) {
    return meaning(place, fold(text)) != null;
  }

  /// The name in the table for which `text` is a phrase of `place`; null where it is none.
  @Nullable String name(Place place, String text) {
    Meaning meaning = meaning(place, fold(text));
    return meaning == null ? null : meaning.word();
  }

  /// The attributes of the phrase of `place` within `text` that is found first; null where there is
  /// none.
  @Nullable Attributes within(Place place, String text) {
    List<String> words = words(text);
    for (int from = 0; from < words.size(); from++) {
      for (int to = Math.min(words.size(), from + LONGEST_PHRASE); to > from; to--) {
        Meaning meaning = meaning(place, String.join(" ", words.subList(from, to)));
        if (meaning != null) {
          return meaning.attributes();
        }
      }
    }
    return null;
  }

  /// Whether the last words of `text` are a phrase of `place`.
  boolean endsIn(Place place, String text) {
    return ending(place, text) != null;
  }

  private @Nullable Meaning ending(Place place, String text) {
    List<String> words = words(text);
    for (int from = 0; from < words.size(); from++) {
      Meaning meaning = meaning(place, String.join(" ", words.subList(from, words.size())));
      if (meaning != null) {
        return meaning;
      }
    }
    return null;
  }

  /// What the name of a strand says of its showings.
  Attributes ofStrand(String name) {
    Meaning meaning = meaning(Place.STRANDS, fold(name));
    if (meaning == null) {
      meaning = ending(Place.STRAND_ENDS, name);
    }
    return meaning == null ? Attributes.NONE : meaning.attributes();
  }

  /// Whether all words of `text`, ordinals being alike, are a phrase of `place`.
  boolean isPhrase(Place place, String text) {
    return meaning(place, String.join(" ", words(text))) != null;
  }

  /// What `text` says of a showing, where each of its words belongs to a label, or joins such; null
  /// where it says something else too.
  ///
  /// @param languages whether the name of a language alone will do
  @Nullable Attributes saysOnly(String text, Languages languages) {
    List<String> words = words(text);
    Attributes attributes = Attributes.NONE;
    boolean said = false;
    int from = 0;
    while (from < words.size()) {
      int to = Math.min(words.size(), from + LONGEST_PHRASE);
      Meaning meaning = null;
      for (; to > from && meaning == null; to--) {
        meaning = meaning(Place.LABELS, String.join(" ", words.subList(from, to)));
      }
      if (meaning != null) {
        attributes = attributes.and(meaning.attributes());
        said = true;
        from = to + 1;
        continue;
      }
      String word = words.get(from);
      boolean language = LANGUAGES.contains(word);
      if (!language && !isJoining(word)) {
        return null;
      }
      said |= language && languages == Languages.ENOUGH;
      from++;
    }
    return said ? attributes : null;
  }

  /// Whether the name of a language says enough by itself.
  enum Languages {
    ENOUGH,
    ASIDE
  }

  private static boolean isJoining(String word) {
    return switch (word) {
      case "with",
          "in",
          "the",
          "a",
          "of",
          "new",
          "version",
          "language",
          "presented",
          "presentation",
          "special",
          "only",
          "event",
          "nth" ->
          true;
      default -> word.chars().allMatch(letter -> letter >= '0' && letter <= '9');
    };
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    for (String word : fold(text).split(" ", -1)) {
      if (!word.isEmpty()) {
        words.add(ORDINAL.matcher(word).matches() ? "nth" : word);
      }
    }
    return words;
  }

  private static Set<String> languages() {
    Set<String> names =
        Locale.availableLocales()
            .map(locale -> fold(locale.getDisplayLanguage(Locale.ENGLISH)))
            .collect(Collectors.toSet());
    names.addAll(List.of("mandarin", "cantonese", "farsi", "flemish", "eng"));
    names.remove("");
    return names;
  }
}
