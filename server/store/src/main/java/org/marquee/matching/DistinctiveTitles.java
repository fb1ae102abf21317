package org.marquee.matching;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.marquee.files.ProgramFile;
import org.marquee.listing.Folding;

/// Finds the titles that identify a film by themselves, where no fact does.
///
/// Two words do, unless they name an event, such as a secret screening. A single word does where it
/// is rare: not short, not an everyday word or a first name, and not a number. The words are in
/// `common-titles.txt`.
final class DistinctiveTitles {
  /// How well a title distinguishes films.
  enum Kind {
    /// Two films of this title are hardly shown in the same weeks.
    TELLING,
    /// A short or common word.
    COMMON_WORD,
    /// What many events are called.
    EVENT
  }

  /// Shorter words are shared by many films.
  private static final int RARE_LETTERS = 5;

  /// As [#RARE_LETTERS], in scripts whose letters stand for syllables or words.
  private static final int RARE_SYLLABLES = 4;

  private static final Set<UnicodeScript> SYLLABIC =
      EnumSet.of(
          UnicodeScript.HAN, UnicodeScript.HIRAGANA, UnicodeScript.KATAKANA, UnicodeScript.HANGUL);

  private static final String TEXT = ProgramFile.text(DistinctiveTitles.class, "common-titles.txt");
  private static final Set<String> EVENTS = section("events");
  private static final Set<String> BESIDE = section("beside");
  private static final Set<String> PHRASES = section("phrases");
  private static final Set<String> WORDS = section("words");

  private DistinctiveTitles() {}

  /// Says what kind of title this is.
  ///
  /// @param name folded, as [FilmSource.Title#name]
  static Kind kindOf(String name) {
    if (isEvent(name)) {
      return Kind.EVENT;
    }
    return name.indexOf(' ') >= 0 || isRare(name) ? Kind.TELLING : Kind.COMMON_WORD;
  }

  private static boolean isEvent(String name) {
    List<String> words = List.of(name.split(" ", -1));
    return (words.stream().anyMatch(EVENTS::contains)
            && words.stream().allMatch(DistinctiveTitles::isUsedForEvents))
        || PHRASES.stream().anyMatch(phrase -> has(name, phrase));
  }

  private static boolean isUsedForEvents(String word) {
    return EVENTS.contains(word) || BESIDE.contains(word) || isNumber(word);
  }

  /// Whether the words of `phrase` are in `name`. Where a script sets no spaces, anywhere.
  private static boolean has(String name, String phrase) {
    return isSyllabic(phrase.codePointAt(0))
        ? name.contains(phrase)
        : (" " + name + " ").contains(" " + phrase + " ");
  }

  private static boolean isRare(String word) {
    // Hangul may be folded to single letters.
    String composed = Normalizer.normalize(word, Normalizer.Form.NFC);
    boolean syllabic = composed.codePoints().anyMatch(DistinctiveTitles::isSyllabic);
    return composed.codePointCount(0, composed.length())
            >= (syllabic ? RARE_SYLLABLES : RARE_LETTERS)
        && !isUsedForEvents(word)
        && !WORDS.contains(word);
  }

  private static boolean isNumber(String word) {
    return word.codePoints().allMatch(Character::isDigit);
  }

  private static boolean isSyllabic(int letter) {
    return SYLLABIC.contains(UnicodeScript.of(letter));
  }

  /// The folded lines of a section, phrases whole and of others each word.
  private static Set<String> section(String name) {
    return TEXT.lines()
        .dropWhile(line -> !line.equals("[" + name + "]"))
        .skip(1)
        .takeWhile(line -> !line.startsWith("["))
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .flatMap(line -> name.equals("phrases") ? Stream.of(line) : Stream.of(line.split(" ", -1)))
        .map(Folding::fold)
        .collect(Collectors.toUnmodifiableSet());
  }
}
