package org.marquee.title;

import static org.marquee.title.TitleForms.PLUS;
import static org.marquee.title.TitleForms.STRAND;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.marquee.listing.Attributes;
import org.marquee.title.Vocabulary.Languages;

/// What stands before a title: labels, the names of seasons and of other series of showings.
record TitleStarts(TitleWording wording, Vocabulary vocabulary) {
  private static final int LONGEST_STRAND = 6;

  private static final int LONGEST_HEAD = 3;

  boolean takeBefore(Pattern separator) {
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
  boolean takeHead() {
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

  boolean takePrefix(Pattern form) {
    Matcher parts = form.matcher(wording.text());
    return parts.matches()
        && wording.take(
            parts.group(1),
            parts.group(2),
            vocabulary.within(PhrasePlace.LABELS, parts.group(1).replaceFirst("(?i) of$", "")));
  }
}
