package org.marquee.title;

import static org.marquee.title.TitleForms.FIRST_COLON;
import static org.marquee.title.TitleForms.FIRST_DASH;
import static org.marquee.title.TitleForms.PRESENTS;
import static org.marquee.title.TitleForms.QUOTED;
import static org.marquee.title.TitleForms.SCREENING_OF;
import static org.marquee.title.TitleForms.SING_ALONG_A;

import java.util.List;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/// The cleaning of one title: takes away one thing after the other until there is nothing left to
/// take. What is taken is known by its words ([Vocabulary]) and by how it is set off.
final class TitleCleaning {
  /// A title that is longer is left as it is: a film's has 300 code points at most.
  private static final int LONGEST = 600;

  /// More than any cinema puts around a title.
  private static final int ROUNDS = 12;

  private final String raw;
  private final Vocabulary vocabulary;
  private final TitleWording wording;
  private final TitleBrackets brackets;
  private final TitleStarts starts;
  private final TitleEnds ends;

  /// @param asides takes what stands in brackets, is not known, and goes; null: it stays
  TitleCleaning(
      String raw,
      Vocabulary vocabulary,
      TitleWording.Doubtful doubtful,
      @Nullable List<String> asides) {
    this.raw = raw;
    this.vocabulary = vocabulary;
    this.wording = new TitleWording(raw, vocabulary, doubtful);
    this.brackets = new TitleBrackets(wording, vocabulary, asides);
    this.starts = new TitleStarts(wording, vocabulary);
    this.ends = new TitleEnds(wording, vocabulary);
  }

  ParsedTitle clean() {
    int round = 0;
    while (round < ROUNDS
        && wording.text().length() <= LONGEST
        && !vocabulary.knows(PhrasePlace.TITLES, wording.text())
        && takeOne()) {
      round++;
    }
    return wording.titled(raw);
  }

  List<String> doubtfulWords() {
    return wording.doubtfulWords();
  }

  private boolean takeOne() {
    return ends.takeAddition()
        || brackets.take()
        || ends.takeAfterDash()
        || ends.takeVersion()
        || starts.takeBefore(FIRST_COLON)
        || starts.takeBefore(FIRST_DASH)
        || starts.takeHead()
        || starts.takePrefix(PRESENTS)
        || starts.takePrefix(SCREENING_OF)
        || starts.takePrefix(SING_ALONG_A)
        || ends.takeAfterwords()
        || ends.takeTail()
        || ends.takeGlued()
        || unquote();
  }

  private boolean unquote() {
    Matcher quoted = QUOTED.matcher(wording.text());
    if (!quoted.matches() || quoted.group(1).isBlank()) {
      return false;
    }
    wording.leave(quoted.group(1).strip());
    return true;
  }
}
