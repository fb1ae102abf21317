package org.marquee.title;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attributes;
import org.marquee.title.PhraseTable.Meaning;

/// The meaning of the phrases that cinemas write on showtimes and around film titles: the built-in
/// table (`words.txt`, which describes its form), and a provider's own.
public final class Vocabulary {
  /// Longer than any phrase, in words.
  private static final int LONGEST_PHRASE = 8;

  /// A label that is longer means nothing: looking up its parts takes too long.
  private static final int LONGEST_LABEL = 600;

  /// The built-in phrases.
  public static final Vocabulary BUILT_IN = new Vocabulary(() -> BuiltIn.TABLE);

  private final Supplier<PhraseTable> table;

  private Vocabulary(Supplier<PhraseTable> table) {
    this.table = table;
  }

  /// Read when the first label is looked up. A feed in the native format may have none, and a start
  /// need not wait for the table.
  private static final class BuiltIn {
    static final PhraseTable TABLE = PhraseTable.builtIn();
  }

  /// This vocabulary with a provider's own table, which wins.
  ///
  /// @param own as `words.txt` is written; without a heading its lines are labels
  /// @throws IllegalArgumentException if a line is not valid; the message gives its number
  public Vocabulary with(String own) {
    PhraseTable both = table.get().with(PhraseTable.of(own.lines().toList()));
    return new Vocabulary(() -> both);
  }

  private @Nullable Meaning meaning(Place place, String folded) {
    return table.get().find(place, folded);
  }

  /// The attributes that a showtime's label clearly means, in one phrase or in several, as in
  /// `IMAX字幕`; empty where it means none, or has another meaning too.
  public Optional<Attributes> attributes(String label) {
    if (label.length() > LONGEST_LABEL) {
      return Optional.empty();
    }
    Meaning meaning = meaning(Place.LABELS, LabelText.folded(label));
    Attributes meant = meaning == null ? saysOnly(label, Languages.ASIDE) : meaning.attributes();
    return meant == null || meant.isEmpty() ? Optional.empty() : Optional.of(meant);
  }

  boolean knows(Place place, String text) {
    return meaning(place, LabelText.folded(text)) != null;
  }

  /// The name in the table for which `text` is a phrase of `place`; null where it is none.
  @Nullable String name(Place place, String text) {
    Meaning meaning = meaning(place, LabelText.folded(text));
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
    String word = LabelText.folded(text);
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

  /// The labels that the name of a strand gives its showings.
  Attributes ofStrand(String name) {
    Meaning meaning = meaning(Place.STRANDS, LabelText.folded(name));
    if (meaning == null) {
      meaning = ending(Place.STRAND_ENDS, name);
    }
    return meaning == null ? Attributes.NONE : meaning.attributes();
  }

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
    boolean found = false;
    int from = 0;
    while (from < words.size()) {
      int to = Math.min(words.size(), from + LONGEST_PHRASE);
      Meaning meaning = null;
      for (; to > from && meaning == null; to--) {
        meaning = meaning(Place.LABELS, String.join(" ", words.subList(from, to)));
      }
      if (meaning != null) {
        attributes = attributes.and(meaning.attributes());
        found = true;
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
      found |= language && languages == Languages.ENOUGH;
      from++;
    }
    return found ? attributes : null;
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

  /// Whether the name of a language is enough by itself.
  enum Languages {
    ENOUGH,
    ASIDE
  }
}
