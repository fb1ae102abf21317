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
record TitleCleaning(
    TitleWording wording,
    Vocabulary vocabulary,
    TitleBrackets brackets,
    TitleStarts starts,
    TitleEnds ends) {
  /// A title that is longer is left as it is: a film's has 300 code points at most.
  private static final int LONGEST = 600;

  /// More than any cinema puts around a title.
  private static final int ROUNDS = 12;

  /// What is left of a title.
  ///
  /// @param asides takes what stands in brackets, is not known, and goes; null: it stays
  static TitleWording of(
      String raw,
      Vocabulary vocabulary,
      TitleWording.Doubtful doubtful,
      @Nullable List<String> asides) {
    TitleWording wording = new TitleWording(raw, vocabulary, doubtful);
    TitleCleaning cleaning =
        new TitleCleaning(
            wording,
            vocabulary,
            new TitleBrackets(wording, vocabulary, asides),
            new TitleStarts(wording, vocabulary),
            new TitleEnds(wording, vocabulary));
    int round = 0;
    while (round < ROUNDS
        && wording.text().length() <= LONGEST
        && !vocabulary.knows(PhrasePlace.TITLES, wording.text())
        && cleaning.takeOne()) {
      round++;
    }
    return wording;
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
