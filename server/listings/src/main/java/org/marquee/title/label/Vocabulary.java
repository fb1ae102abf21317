package org.marquee.title.label;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.title.label.PhraseTable.Meaning;

/// The meaning of the phrases that cinemas write on showtimes and around film titles: the built-in
/// table (`words.txt`, which describes its form), and a provider's own.
public final class Vocabulary {
  /// Longer than any phrase, in words.
  private static final int LONGEST_PHRASE = 8;

  /// A label that is longer means nothing: looking up its parts takes too long.
  private static final int LONGEST_LABEL = 600;

  /// The built-in phrases.
  public static final Vocabulary BUILT_IN = new Vocabulary(() -> BuiltIn.TABLE, Audience.ENGLISH);

  private static final List<String> ENGLISH = List.of("english", "eng");

  private enum Audience {
    ENGLISH,
    OTHERS
  }

  private final Supplier<PhraseTable> table;
  private final Audience audience;

  private Vocabulary(Supplier<PhraseTable> table, Audience audience) {
    this.table = table;
    this.audience = audience;
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
    return new Vocabulary(() -> both, audience);
  }

  /// These words at cinemas whose audience does not speak English: "English subtitles" are not in
  /// its language then (docs/decisions/0020).
  public Vocabulary withoutEnglish() {
    return new Vocabulary(table, Audience.OTHERS);
  }

  private @Nullable Meaning meaning(PhrasePlace place, String folded) {
    Meaning meaning = table.get().meaning(place, folded);
    if (meaning == null
        || audience == Audience.ENGLISH
        || !meaning.attributes().has(Attribute.SUBTITLED)
        || ENGLISH.stream().noneMatch(List.of(folded.split(" ", -1))::contains)) {
      return meaning;
    }
    return new Meaning(meaning.word(), meaning.attributes().without(Attribute.SUBTITLED));
  }

  /// The attributes that a showtime's label clearly means, in one phrase or in several, as in
  /// `IMAX字幕`; empty where it means none, or has another meaning too.
  public Optional<Attributes> attributes(String label) {
    return Optional.ofNullable(said(label)).filter(meant -> !meant.isEmpty());
  }

  /// Whether it is known what a showtime's label means, even if that is none of the attributes.
  public boolean isKnown(String label) {
    return said(label) != null;
  }

  /// What a label says of a showing beside its attributes; nothing where it has words that nobody
  /// knows.
  public List<String> facts(String label) {
    return isKnown(label) ? LabelFacts.of(label, this) : List.of();
  }

  private @Nullable Attributes said(String label) {
    if (label.length() > LONGEST_LABEL) {
      return null;
    }
    Meaning meaning = meaning(PhrasePlace.LABELS, LabelText.folded(label));
    if (meaning == null) {
      meaning = meaning(PhrasePlace.STAGES, LabelText.folded(label));
    }
    if (meaning != null) {
      return meaning.attributes();
    }
    if (knows(PhrasePlace.HOUSES, label)) {
      return Attributes.of(Attribute.LIVE_EVENT);
    }
    Attributes meant = saysOnly(label, Languages.ENOUGH);
    return meant == null ? ofParts(label) : meant;
  }

  /// What `Preview + Q&A Ann Lee` says, in which each part is a label or an addition; null where
  /// one is neither.
  private @Nullable Attributes ofParts(String label) {
    Attributes attributes = null;
    for (String part : LabelText.PLUS_SIGN.split(label, -1)) {
      if (part.isBlank()) {
        continue;
      }
      Attributes meant = saysOnly(part, Languages.ENOUGH);
      List<String> words = LabelText.words(part);
      for (int skipped = 0; meant == null && skipped < Math.min(3, words.size()); skipped++) {
        if (LabelText.denies(words.get(skipped))) {
          return null;
        }
        Phrase addition = longest(PhrasePlace.ADDITIONS, words, skipped);
        meant = addition == null ? null : addition.meaning.attributes();
      }
      if (meant == null) {
        return null;
      }
      attributes = attributes == null ? meant : attributes.and(meant);
    }
    return attributes;
  }

  /// A phrase among words.
  ///
  /// @param to where it ends
  record Phrase(Meaning meaning, int to) {}

  /// The longest phrase of `place` that begins at a word; null where there is none.
  @Nullable Phrase longest(PhrasePlace place, List<String> words, int from) {
    for (int to = Math.min(words.size(), from + LONGEST_PHRASE); to > from; to--) {
      Meaning meaning = meaning(place, String.join(" ", words.subList(from, to)));
      if (meaning != null) {
        return new Phrase(meaning, to);
      }
    }
    return null;
  }

  /// Whether a title has words in it that say that it is no film's.
  public boolean saysNoFilm(String title) {
    return within(PhrasePlace.LEFT_OUT, title) != null;
  }

  public boolean knows(PhrasePlace place, String text) {
    return meaning(place, LabelText.folded(text)) != null;
  }

  /// The name in the table for which `text` is a phrase of `place`; null where it is none.
  public @Nullable String name(PhrasePlace place, String text) {
    Meaning meaning = meaning(place, LabelText.folded(text));
    return meaning == null ? null : meaning.word();
  }

  /// The attributes of all phrases of `place` within `text`; null where there is none.
  public @Nullable Attributes within(PhrasePlace place, String text) {
    List<String> words = LabelText.words(text);
    Attributes attributes = null;
    for (int from = 0; from < words.size(); ) {
      Phrase phrase = longest(place, words, from);
      if (phrase != null) {
        Attributes meant = phrase.meaning.attributes();
        attributes = attributes == null ? meant : attributes.and(meant);
      }
      from = phrase == null ? from + 1 : phrase.to;
    }
    return attributes;
  }

  /// How many phrases of `place`, one after the other, `text` consists of; 0 if it says anything
  /// else.
  public int phrases(PhrasePlace place, String text) {
    List<String> words = LabelText.words(text);
    int count = 0;
    for (int from = 0; from < words.size(); count++) {
      Phrase phrase = longest(place, words, from);
      if (phrase == null) {
        return 0;
      }
      from = phrase.to;
    }
    return count;
  }

  /// Whether `text` is a phrase of `place`, with or without its words that only join others.
  public boolean isOnly(PhrasePlace place, String text) {
    return isPhrase(place, text)
        || meaning(place, String.join(" ", LabelText.telling(text))) != null;
  }

  /// Whether `text` is a single word that titles too have before a colon or a dash, even if it is a
  /// label in brackets: `Ice: The Fall`. Most words are.
  public boolean isOrdinaryStart(String text) {
    String word = LabelText.folded(text);
    return !word.isEmpty()
        && word.indexOf(' ') < 0
        && !LabelText.isUnspaced(word.charAt(0))
        && PhrasePlace.KNOWN_STARTS.stream().allMatch(place -> meaning(place, word) == null);
  }

  /// Whether the last words of `text` are a phrase of `place`.
  public boolean endsIn(PhrasePlace place, String text) {
    return ending(place, text) != null;
  }

  private @Nullable Meaning ending(PhrasePlace place, String text) {
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
  public Attributes ofStrand(String name) {
    Meaning meaning = meaning(PhrasePlace.STRANDS, LabelText.folded(name));
    if (meaning == null) {
      meaning = ending(PhrasePlace.STRAND_ENDS, name);
    }
    return meaning == null ? Attributes.NONE : meaning.attributes();
  }

  public boolean isPhrase(PhrasePlace place, String text) {
    return meaning(place, String.join(" ", LabelText.words(text))) != null;
  }

  /// What `text` says of a showing, where each of its words belongs to a label, or joins such; null
  /// where it says something else too.
  ///
  /// @param languages whether the name of a language alone will do
  public @Nullable Attributes saysOnly(String text, Languages languages) {
    List<String> words = LabelText.words(text);
    Attributes attributes = Attributes.NONE;
    boolean found = false;
    int from = 0;
    while (from < words.size()) {
      Phrase label = longest(PhrasePlace.LABELS, words, from);
      if (label != null) {
        attributes = attributes.and(label.meaning.attributes());
        found = true;
        from = label.to;
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
  List<String> parts(String word) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    while (from < word.length() && LabelText.isUnspaced(word.charAt(from))) {
      int to = word.length();
      while (to > from
          && meaning(PhrasePlace.LABELS, word.substring(from, to)) == null
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
  public enum Languages {
    ENOUGH,
    ASIDE
  }
}
