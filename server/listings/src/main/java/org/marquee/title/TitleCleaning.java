package org.marquee.title;

import static org.marquee.title.TitleForms.FIRST_COLON;
import static org.marquee.title.TitleForms.FIRST_DASH;
import static org.marquee.title.TitleForms.PLUS;
import static org.marquee.title.TitleForms.PRESENTS;
import static org.marquee.title.TitleForms.QUOTED;
import static org.marquee.title.TitleForms.SCREENING_OF;
import static org.marquee.title.TitleForms.SING_ALONG_A;
import static org.marquee.title.TitleForms.STRAND;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attributes;
import org.marquee.title.label.LabelText;
import org.marquee.title.label.PhrasePlace;
import org.marquee.title.label.Vocabulary;
import org.marquee.title.label.Vocabulary.Languages;

/// The cleaning of one title: takes away one thing after the other until there is nothing left to
/// take. What is taken is known by its words ([Vocabulary]) and by how it is set off.
record TitleCleaning(
    TitleWording wording, Vocabulary vocabulary, TitleBrackets brackets, TitleEnds ends) {
  /// A title that is longer is left as it is: a film's has 300 code points at most.
  static final int LONGEST = 600;

  /// In words.
  private static final int LONGEST_STRAND = 6;

  private static final int LONGEST_HEAD = 3;

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
            new TitleEnds(wording, vocabulary));
    int round = 0;
    while (round < ROUNDS
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
        || takeBefore(FIRST_COLON)
        || takeBefore(FIRST_DASH)
        || takeHead()
        || takePrefix(PRESENTS)
        || takePrefix(SCREENING_OF)
        || takePrefix(SING_ALONG_A)
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

  private boolean takeBefore(Pattern separator) {
    Matcher parts = separator.matcher(wording.text());
    if (!parts.matches()) {
      return false;
    }
    String start = parts.group(1);
    Attributes meaning =
        vocabulary.isOrdinaryStart(start) || vocabulary.isOnly(PhrasePlace.BRACKETED, start)
            ? null
            : vocabulary.saysOnly(start, Languages.ASIDE);
    if (meaning == null && PLUS.matcher(start).find()) {
      meaning = wording.saysBefore(start);
    }
    if (meaning == null && isStrand(TitleWording.withoutYear(start))) {
      meaning = vocabulary.ofStrand(TitleWording.withoutYear(start));
    }
    return meaning != null
        && !wording.isUnnamed(parts.group(2))
        && wording.takeUnlessDoubtful(PhrasePlace.DOUBTFUL_STARTS, start, parts.group(2), meaning);
  }

  private boolean isStrand(String name) {
    return vocabulary.knows(PhrasePlace.STRANDS, name)
        || STRAND.matcher(LabelText.folded(name)).matches()
        || (name.split(" ", -1).length <= LONGEST_STRAND
            && vocabulary.endsIn(PhrasePlace.STRAND_ENDS, name));
  }

  /// Takes a label with nothing after it that sets it off, as in `IMAX The Lantern`.
  private boolean takeHead() {
    List<String> words = Arrays.asList(wording.text().split(" ", -1));
    for (int to = Math.min(words.size() - 1, LONGEST_HEAD); to > 0; to--) {
      String head = String.join(" ", words.subList(0, to));
      String rest = String.join(" ", words.subList(to, words.size()));
      if (vocabulary.isPhrase(PhrasePlace.HEADS, head)
          || (vocabulary.isPhrase(PhrasePlace.INITIALS, head)
              && TitleWording.areInitials(head, rest))) {
        return !wording.isUnnamed(rest)
            && wording.takeUnlessDoubtful(
                PhrasePlace.DOUBTFUL_HEADS, head, rest, vocabulary.saysOnly(head, Languages.ASIDE));
      }
    }
    return false;
  }

  private boolean takePrefix(Pattern form) {
    Matcher parts = form.matcher(wording.text());
    return parts.matches()
        && wording.take(
            parts.group(1),
            parts.group(2),
            vocabulary.within(PhrasePlace.LABELS, parts.group(1).replaceFirst("(?i) of$", "")));
  }
}
