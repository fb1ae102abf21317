package org.marquee.title;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attributes;
import org.marquee.title.label.LabelText;

/// A title as a cinema writes it, parsed.
///
/// @param title the film's own, with its year in parentheses where the wording gives one, since it
///   distinguishes films of one name
/// @param year that year; null where none is given
/// @param attributes attributes of its showings, from the words around the title
/// @param labels the other labels around it, which mean none of the attributes, in the cinema's
///   words
/// @param facts what all these words say beside attributes ([org.marquee.title.label.LabelFacts])
/// @param doubt words that are still in the title and may describe the showing; null where there
///   are none
/// @param readings other ways to read the wording, each of which is right only with evidence
/// @param named the text that its key is made of
public record ParsedTitle(
    String title,
    @Nullable Integer year,
    Attributes attributes,
    List<String> labels,
    List<String> facts,
    @Nullable Doubt doubt,
    List<Alternative> readings,
    String named) {
  public ParsedTitle {
    labels = List.copyOf(labels);
    facts = List.copyOf(facts);
    readings = List.copyOf(readings);
  }

  /// A title that is read in one way.
  ParsedTitle(
      String title,
      @Nullable Integer year,
      Attributes attributes,
      List<String> labels,
      List<String> facts,
      @Nullable Doubt doubt) {
    this(title, year, attributes, labels, facts, doubt, List.of(), title);
  }

  /// Another way to read a wording.
  ///
  /// @param words in the cinema's wording
  /// @param title the result; it has no other readings
  public record Alternative(Kind kind, String words, ParsedTitle title) {
    /// What is read in another way.
    public enum Kind {
      /// Words in brackets at the end are another title of the film. Here they stay, since they
      /// tell it from another film, as in `Faust (Murnau)`.
      WITH_BRACKET,
      /// Words before a colon or a dash are part of the title. Here they are the name of a series
      /// of showings, as in `Lamp Light: Faust`. The key is made with them, so that ids stay the
      /// same when the evidence comes or goes.
      WITHOUT_STRAND
    }
  }

  /// The reading of that kind; null where there is none.
  public @Nullable Alternative reading(Alternative.Kind kind) {
    return readings.stream().filter(each -> each.kind() == kind).findFirst().orElse(null);
  }

  /// The title with the words in brackets that may tell it from another film.
  public ParsedTitle whole() {
    Alternative bracket = reading(Alternative.Kind.WITH_BRACKET);
    return bracket == null ? this : bracket.title();
  }

  /// This title with the key of another reading, so that ids stay the same.
  public ParsedTitle keyedAs(ParsedTitle other) {
    return new ParsedTitle(title, year, attributes, labels, facts, doubt, readings, other.named);
  }

  /// Words that are a part of some titles and a label around others, as `3D` in `Piranha 3D` and
  /// `Avatar 3D`.
  ///
  /// @param words in the cinema's wording
  /// @param without the result if they are labels; its own doubt is null
  public record Doubt(List<String> words, ParsedTitle without) {
    public Doubt {
      words = List.copyOf(words);
    }
  }

  /// `Part Two`, `Part II` and `Pt. 2`, but also `Rocky II`; not `Malcolm X`.
  private static final Pattern NUMBERED =
      Pattern.compile(
          "(?<=.)\\b(?:(part|pt|volume|vol|chapter|episode|ep)"
              + " (one|two|three|four|five|six|seven|eight|nine|ten|[ivx]+|[0-9]+)|(ii|iii|iv|vi|vii|viii|ix))\\b");

  private static final List<String> WORDS =
      List.of("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten");
  private static final List<String> ROMAN =
      List.of("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x");

  /// What titles of one film have in common however they are written: folded, apostrophes closed,
  /// without "and", numbers of parts in digits; the title itself where nothing is left of it, as of
  /// `!!!`. For comparing, and for keys that people can read.
  ///
  /// Doubtful words are never part of it: the key, and the ids that are made from it, stay the same
  /// when a later feed shows that they are labels, or no longer does.
  public String key() {
    return doubt == null ? key(named) : doubt.without().key();
  }

  static String key(String text) {
    String folded = LabelText.fold(text);
    return folded.isEmpty() ? text : NUMBERED.matcher(folded).replaceAll(ParsedTitle::inDigits);
  }

  private static String inDigits(MatchResult found) {
    String part = found.group(1);
    String number = part == null ? found.group(3) : found.group(2);
    int value = Math.max(WORDS.indexOf(number), ROMAN.indexOf(number)) + 1;
    String digits = value == 0 ? number : String.valueOf(value);
    if (part == null) {
      return digits;
    }
    return (part.startsWith("p")
            ? "part "
            : part.startsWith("v") ? "volume " : part.startsWith("e") ? "episode " : part + " ")
        + digits;
  }
}
