package org.marquee.title;

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
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;

/// What the words of cinemas mean, on showtimes and around the titles of films: a table of phrases
/// (`words.txt`, which says how it is written), to which a provider's own may be added.
public final class Vocabulary {
  private static final String NAME = "/title/words.txt";

  /// Longer than any phrase, in words.
  private static final int LONGEST_PHRASE = 8;

  /// A label that is longer means nothing: looking up its parts takes too long.
  private static final int LONGEST_LABEL = 600;

  /// The phrases that everybody's words are looked up in.
  public static final Vocabulary BUILT_IN = builtIn();

  /// Where a phrase may stand.
  enum Place {
    LABELS,
    TAILS,
    HEADS,
    INITIALS,
    FORMATS,
    GLUED,
    DOUBTFUL_ENDS,
    DOUBTFUL_ENDS_SET_OFF,
    DOUBTFUL_STARTS,
    DOUBTFUL_HEADS,
    STARTS,
    BRACKETED,
    UNNAMED,
    EVENT_ENDS,
    TITLES,
    ADDITIONS,
    LONE_ADDITIONS,
    STRANDS,
    STRAND_ENDS,
    HOUSES,
    COMPOSERS;

    private static final List<Place> DOUBTFUL =
        List.of(DOUBTFUL_ENDS, DOUBTFUL_ENDS_SET_OFF, DOUBTFUL_STARTS, DOUBTFUL_HEADS);

    /// Where single words are that may be labels before a colon or a dash.
    private static final List<Place> KNOWN_STARTS =
        List.of(STARTS, HEADS, INITIALS, STRANDS, DOUBTFUL_STARTS);

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

  /// These phrases and, going before them, those of a provider's own table. What that says is
  /// certain, even if it is doubtful elsewhere.
  ///
  /// @param table as `words.txt` is written; without a heading its lines are labels
  /// @throws IllegalArgumentException if a line is not so written; the message says which
  public Vocabulary with(String table) {
    Vocabulary both = new Vocabulary();
    Vocabulary own = new Vocabulary();
    own.read(table.lines().toList());
    phrases.forEach((place, known) -> both.phrase(place).putAll(known));
    own.phrases.forEach((place, known) -> {
      both.phrase(place).putAll(known);
      if (!Place.DOUBTFUL.contains(place)) {
        Place.DOUBTFUL.forEach(each -> both.phrase(each).keySet().removeAll(known.keySet()));
        both.phrase(Place.STARTS).putAll(known);
      }
    });
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
      vocabulary.phrase(Place.LABELS).put(LabelText.said(attribute.id()), meaning);
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
      phrase(place).put(LabelText.said(phrase), meaning);
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

  /// The attributes that a showtime's label clearly means, in one phrase or in several, as in
  /// `IMAX字幕`; empty where it means none, or says something else too.
  public Optional<Attributes> attributes(String label) {
    if (label.length() > LONGEST_LABEL) {
      return Optional.empty();
    }
    Meaning meaning = meaning(Place.LABELS, LabelText.said(label));
    Attributes meant = meaning == null ? saysOnly(label, Languages.ASIDE) : meaning.attributes();
    return meant == null || meant.isEmpty() ? Optional.empty() : Optional.of(meant);
  }

  /// Whether `text` is a phrase of `place`.
  boolean knows(Place place, String text) {
    return meaning(place, LabelText.said(text)) != null;
  }

  /// The name in the table for which `text` is a phrase of `place`; null where it is none.
  @Nullable String name(Place place, String text) {
    Meaning meaning = meaning(place, LabelText.said(text));
    return meaning == null ? null : meaning.word();
  }

  /// The attributes of all phrases of `place` within `text`; null where there is none.
  @Nullable Attributes within(Place place, String text) {
    List<String> words = LabelText.words(text);
    Attributes attributes = null;
    for (int from = 0; from < words.size(); from++) {
      for (int to = Math.min(words.size(), from + LONGEST_PHRASE); to > from; to--) {
        Meaning meaning = meaning(place, String.join(" ", words.subList(from, to)));
        if (meaning != null) {
          attributes =
              attributes == null ? meaning.attributes() : attributes.and(meaning.attributes());
          from = to - 1;
          break;
        }
      }
    }
    return attributes;
  }

  /// How many phrases of `place`, one after the other, `text` consists of; 0 if it says anything
  /// else.
  int phrases(Place place, String text) {
    List<String> words = LabelText.words(text);
    int count = 0;
    int from = 0;
    while (from < words.size()) {
      int to = Math.min(words.size(), from + LONGEST_PHRASE);
      while (to > from && meaning(place, String.join(" ", words.subList(from, to))) == null) {
        to--;
      }
      if (to == from) {
        return 0;
      }
      count++;
      from = to;
    }
    return count;
  }

  /// Whether `text` is a phrase of `place`, with or without its words that only join others.
  boolean isOnly(Place place, String text) {
    return isPhrase(place, text)
        || meaning(place, String.join(" ", LabelText.telling(text))) != null;
  }

  /// Whether `text` is a single word that titles too have before a colon or a dash, even if it is a
  /// label in brackets: `Ice: The Fall`. Most words are.
  boolean isOrdinaryStart(String text) {
    String word = LabelText.said(text);
    return !word.isEmpty()
        && word.indexOf(' ') < 0
        && !LabelText.isUnspaced(word.charAt(0))
        && Place.KNOWN_STARTS.stream().allMatch(place -> meaning(place, word) == null);
  }

  /// Whether the last words of `text` are a phrase of `place`.
  boolean endsIn(Place place, String text) {
    return ending(place, text) != null;
  }

  private @Nullable Meaning ending(Place place, String text) {
    List<String> words = LabelText.words(text);
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
    Meaning meaning = meaning(Place.STRANDS, LabelText.said(name));
    if (meaning == null) {
      meaning = ending(Place.STRAND_ENDS, name);
    }
    return meaning == null ? Attributes.NONE : meaning.attributes();
  }

  /// Whether all words of `text`, ordinals being alike, are a phrase of `place`.
  boolean isPhrase(Place place, String text) {
    return meaning(place, String.join(" ", LabelText.words(text))) != null;
  }

  /// What `text` says of a showing, where each of its words belongs to a label, or joins such; null
  /// where it says something else too.
  ///
  /// @param languages whether the name of a language alone will do
  @Nullable Attributes saysOnly(String text, Languages languages) {
    List<String> words = LabelText.words(text);
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
      List<String> parts = parts(word);
      if (parts.size() > 1) {
        words.remove(from);
        words.addAll(from, parts);
        continue;
      }
      boolean language = LabelText.isLanguage(word);
      if (!language && !LabelText.isJoining(word)) {
        return null;
      }
      said |= language && languages == Languages.ENOUGH;
      from++;
    }
    return said ? attributes : null;
  }

  /// The labels that a word of a script without spaces consists of: `字幕`, `応援上映`. The word itself
  /// where it says anything else.
  private List<String> parts(String word) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    while (from < word.length() && LabelText.isUnspaced(word.charAt(from))) {
      int to = word.length();
      while (to > from
          && meaning(Place.LABELS, word.substring(from, to)) == null
          && !LabelText.isLanguage(word.substring(from, to))) {
        to--;
      }
      if (to == from) {
        break;
      }
      parts.add(word.substring(from, to));
      from = to;
    }
    return from == word.length() ? parts : List.of(word);
  }

  /// Whether the name of a language says enough by itself.
  enum Languages {
    ENOUGH,
    ASIDE
  }
}
