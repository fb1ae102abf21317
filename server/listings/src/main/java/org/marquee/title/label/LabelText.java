package org.marquee.title.label;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.marquee.listing.Folding;

/// How the words of titles and labels are compared, in all languages: case, accents, punctuation
/// and ways of writing initials do not count.
public final class LabelText {
  /// What joins the parts of a label, which may begin with it.
  static final Pattern PLUS_SIGN = Pattern.compile("\\s*(?:^|\\s)\\+\\s*");

  private static final Pattern APOSTROPHE = Pattern.compile("['’‘ʼ`]");
  private static final Pattern ORDINAL = Pattern.compile("\\d+(st|nd|rd|th|e|eme|er|o|a)");

  /// `O.m.U.`, `V. O.`: letters with full stops between them. Possessive, since backtracking takes
  /// a stack frame for each letter.
  private static final Pattern DOTTED =
      Pattern.compile("(?<![\\p{L}\\p{N}])\\p{L}(?:\\.\\s?\\p{L}(?![\\p{L}\\p{N}]))++");

  private static final Pattern NOT_LETTERS = Pattern.compile("[.\\s]+");

  /// `3-D`, `2 D`.
  private static final Pattern DIMENSIONS =
      Pattern.compile("\\b([234])[-‐ ]D\\b", Pattern.CASE_INSENSITIVE);

  /// `70 mm`, `35-mm`.
  private static final Pattern GAUGE =
      Pattern.compile("\\b(70|35|16|8)[-‐ ]mm\\b", Pattern.CASE_INSENSITIVE);

  private static final String UNSPACED = "[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}]";

  /// Where a script that has no spaces between words meets one that has: `IMAX|字幕`.
  private static final Pattern SEAM =
      Pattern.compile(
          "(?<=[\\p{IsLatin}\\p{Nd}])(?="
              + UNSPACED
              + ")|(?<="
              + UNSPACED
              + ")(?=[\\p{IsLatin}\\p{Nd}])");

  /// Where the names of two formats meet: `ScreenXDolby Atmos`, `IMAX3D`.
  private static final Pattern FORMATS_MEET =
      Pattern.compile(
          "\\b((?i:screenx|imax|4dx|mx4d|dolby cinema|atmos|[23]d))(?=\\p{Lu}\\p{L}|[234]D)");

  /// Words that say that there is no such thing.
  private static final Set<String> DENYING =
      Set.of(
          "no not non without ohne nicht kein keine sans pas senza sin sem zonder geen niet bez nie uden utan uten ikke"
              .split(" ", -1));

  /// Words that only join others: in English; in German, Dutch, French, Italian, Spanish,
  /// Portuguese, Danish and Swedish.
  private static final Set<String> JOINING =
      Set.of(
          ("with in the a of new version language presented presentation special only event after afterwards"
                  + " mit auf met avec con com em med en et und e y og och de original originale sprache langue lingua"
                  + " prasentation projektion vorfuhrung projection proiezione proyeccion projeccion audio")
              .split(" ", -1));

  /// The languages whose names for languages are known.
  private static final List<String> WRITTEN_IN =
      List.of("en", "de", "fr", "it", "es", "pt", "nl", "pl", "cs", "da", "sv", "ja", "ko", "he");

  /// Their names, with the tags of BCP 47; an empty one where a name is that of two.
  private static final Map<String, String> LANGUAGES = languages();

  private LabelText() {}

  /// What stands for `text` in the table: folded, apostrophes closed, without "and", which some
  /// write "&".
  public static String fold(String text) {
    String folded = Folding.fold(APOSTROPHE.matcher(text).replaceAll(""));
    return folded.contains("and") ? withoutAnd(folded) : folded;
  }

  private static String withoutAnd(String folded) {
    return Stream.of(folded.split(" ", -1))
        .filter(word -> !word.equals("and"))
        .collect(Collectors.joining(" "));
  }

  /// `text` as it is looked up: as by [#fold], and initials without their full stops, `3-D` as
  /// `3D`, and with a space between Latin letters and those of scripts without spaces.
  public static String folded(String text) {
    if (text.chars().allMatch(letter -> letter < 128 && letter != '.' && letter != '-')) {
      return fold(spaced(text));
    }
    String joined =
        DOTTED
            .matcher(text)
            .replaceAll(initials -> NOT_LETTERS.matcher(initials.group()).replaceAll(""));
    return fold(SEAM.matcher(spaced(joined)).replaceAll(" "));
  }

  private static String spaced(String text) {
    String sized = GAUGE.matcher(DIMENSIONS.matcher(text).replaceAll("$1D")).replaceAll("$1mm");
    return FORMATS_MEET.matcher(sized).replaceAll("$1 ");
  }

  static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    for (String word : folded(text).split(" ", -1)) {
      if (!word.isEmpty()) {
        words.add(ORDINAL.matcher(word).matches() ? "nth" : word);
      }
    }
    return words;
  }

  /// The words of `text` that do more than join others; numbers too.
  static List<String> telling(String text) {
    List<String> words = words(text);
    words.removeIf(JOINING::contains);
    return words;
  }

  static boolean isJoining(String word) {
    return JOINING.contains(word) || isNumber(word);
  }

  static boolean denies(String word) {
    return DENYING.contains(word);
  }

  private static boolean isNumber(String word) {
    return word.equals("nth") || word.chars().allMatch(letter -> letter >= '0' && letter <= '9');
  }

  /// Whether `word` is the name of a language, in English or in its neighbours' languages.
  static boolean isLanguage(String word) {
    return LANGUAGES.containsKey(word);
  }

  /// The tag of the language that `word` names; empty where it names none, or two.
  static String language(String word) {
    return LANGUAGES.getOrDefault(word, "");
  }

  private static Map<String, String> languages() {
    Map<String, String> names = new HashMap<>();
    for (String tag : WRITTEN_IN) {
      Locale writer = Locale.forLanguageTag(tag);
      Locale.availableLocales()
          .filter(locale -> tag.equals("en") || locale.getLanguage().length() == 2)
          .forEach(locale ->
              names.merge(
                  fold(locale.getDisplayLanguage(writer)),
                  locale.getLanguage(),
                  (one, other) -> one.equals(other) ? one : ""));
    }
    names.putAll(
        Map.of(
            "mandarin",
            "cmn",
            "cantonese",
            "yue",
            "farsi",
            "fa",
            "flemish",
            "nl",
            "filipino",
            "fil",
            "eng",
            "en"));
    names.remove("");
    return names;
  }

  static boolean isUnspaced(char letter) {
    return letter == 'ー'
        || switch (Character.UnicodeScript.of(letter)) {
          case HAN, HIRAGANA, KATAKANA, HANGUL -> true;
          default -> false;
        };
  }
}
