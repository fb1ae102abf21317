package org.marquee.feed;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attributes;

/// What a cinema's wording of a title says.
///
/// @param title the film's own, with its year in parentheses where the wording gives one, since
///   films of one name are told apart by it
/// @param year that year; null where none is given
/// @param attributes what was said around the title of its showings
/// @param labels what else was said around it and means none of the attributes, in the cinema's
///   words
public record Titled(
    String title, @Nullable Integer year, Attributes attributes, List<String> labels) {
  // Written out: the compiler leaves @Nullable off the parameters of a compact constructor.
  public Titled(String title, @Nullable Integer year, Attributes attributes, List<String> labels) {
    this.title = title;
    this.year = year;
    this.attributes = attributes;
    this.labels = List.copyOf(labels);
  }

  /// `Part Two`, `Part II` and `Pt. 2`, but also `Rocky II`; not `Malcolm X`.
  private static final Pattern NUMBERED =
      Pattern.compile(
          "(?<=.)\\b(?:(part|pt|volume|vol|chapter|episode|ep) (one|two|three|four|five|six|seven|eight|nine|ten|[ivx]+|[0-9]+)|(ii|iii|iv|vi|vii|viii|ix))\\b");

  private static final List<String> WORDS =
      List.of("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten");
  private static final List<String> ROMAN =
      List.of("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x");

  /// What titles of one film have in common however they are written: folded, apostrophes closed,
  /// without "and", numbers of parts in digits; the title itself where nothing is left of it, as of
  /// `!!!`. For comparing, and for keys that people can read.
  public String key() {
    String folded = Vocabulary.fold(title);
    return folded.isEmpty() ? title : NUMBERED.matcher(folded).replaceAll(Titled::inDigits);
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
