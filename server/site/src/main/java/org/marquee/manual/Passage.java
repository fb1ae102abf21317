package org.marquee.manual;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A section that fits a question.
///
/// @param words how many words of the question are in it
/// @param weight how well they fit: words of headings count most
/// @param before text in front of the first word of the question
/// @param found the first word of the question, as the section writes it; empty where only headings
///   have the words
public record Passage(
    Document document,
    Document.Section section,
    int words,
    int weight,
    String before,
    String found,
    String after) {
  private static final int MOST = 20;
  private static final int MOST_WORDS = 8;
  private static final int AROUND = 90;

  /// What a word weighs: each time that it is in the text, up to so many times, in the title of the
  /// document, in the heading.
  private static final int MOST_TIMES = 5;

  private static final int IN_TITLE = 5;
  private static final int IN_HEADING = 20;

  /// The passages with most words of the question, the best first; none for an empty question.
  static List<Passage> find(List<Document> documents, String question) {
    List<Pattern> words =
        Arrays.stream(question.toLowerCase(Locale.ROOT).split("[\\s\"“”?]+", -1))
            .filter(word -> word.codePoints().anyMatch(Character::isLetterOrDigit))
            .distinct()
            .limit(MOST_WORDS)
            .map(Passage::pattern)
            .toList();
    List<Passage> all =
        documents.stream()
            .flatMap(each -> each.sections().stream().map(section -> passage(each, section, words)))
            .filter(Objects::nonNull)
            .sorted(
                Comparator.comparingInt(Passage::words)
                    .thenComparingInt(Passage::weight)
                    .reversed())
            .toList();
    return all.stream().filter(each -> each.words() == all.getFirst().words()).limit(MOST).toList();
  }

  /// A word that begins so.
  private static Pattern pattern(String word) {
    return Pattern.compile(
        "(?<![\\p{L}\\p{N}])" + Pattern.quote(word),
        Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }

  private static @Nullable Passage passage(
      Document document, Document.Section section, List<Pattern> words) {
    int found = 0;
    int weight = 0;
    Matcher first = null;
    for (Pattern word : words) {
      Matcher inText = word.matcher(section.text());
      boolean inTitle = word.matcher(document.title()).find();
      boolean inHeading = word.matcher(section.heading()).find();
      int times = (int) Math.min(MOST_TIMES, inText.results().count());
      weight += times + (inTitle ? IN_TITLE : 0) + (inHeading ? IN_HEADING : 0);
      found += inTitle || inHeading || times > 0 ? 1 : 0;
      first = first == null && times > 0 && inText.reset().find() ? inText : first;
    }
    if (found == 0) {
      return null;
    }
    String text = section.text();
    int start = first == null ? 0 : first.start();
    int end = first == null ? 0 : first.end();
    int from = Math.max(0, start - AROUND);
    int to = Math.min(text.length(), end + 2 * AROUND);
    return new Passage(
        document,
        section,
        found,
        weight,
        (from > 0 ? "…" : "") + text.substring(from, start),
        text.substring(start, end),
        text.substring(end, to) + (to < text.length() ? "…" : ""));
  }
}
