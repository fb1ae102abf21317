package org.marquee.title;

import static org.marquee.title.TitleForms.AFTERWORDS;
import static org.marquee.title.TitleForms.ALONE;
import static org.marquee.title.TitleForms.ANNIVERSARY;
import static org.marquee.title.TitleForms.FIRST_COLON;
import static org.marquee.title.TitleForms.GLUED;
import static org.marquee.title.TitleForms.LAST_COLON;
import static org.marquee.title.TitleForms.LAST_DASH;
import static org.marquee.title.TitleForms.QUESTIONS;
import static org.marquee.title.TitleForms.STRAND_AFTER;
import static org.marquee.title.TitleForms.UNFINISHED;
import static org.marquee.title.TitleForms.VERSION;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.title.label.LabelText;
import org.marquee.title.label.PhrasePlace;
import org.marquee.title.label.Vocabulary;
import org.marquee.title.label.Vocabulary.Languages;

/// What stands after a title: additions, labels, versions, remarks on the showing.
record TitleEnds(TitleWording wording, Vocabulary vocabulary) {
  /// `+ Q&A with the director`; what is not known to be an addition is a second film.
  boolean takeAddition() {
    int plus = wording.text().lastIndexOf(" +");
    if (plus <= 0 || plus + 2 >= wording.text().length()) {
      return false;
    }
    String addition = wording.text().substring(plus + 2).strip();
    if (goesBefore(wording.text().substring(0, plus), addition)) {
      return false;
    }
    Attributes meaning = vocabulary.saysOnly(addition, Languages.ASIDE);
    if (meaning == null) {
      meaning = added(addition);
    }
    return meaning != null && wording.take(addition, wording.text().substring(0, plus), meaning);
  }

  /// Whether both precede the title, as in `Preview + Q&A: The Lantern`.
  private boolean goesBefore(String first, String addition) {
    Matcher parts = FIRST_COLON.matcher(addition);
    return parts.matches()
        && vocabulary.saysOnly(first, Languages.ASIDE) != null
        && wording.saysBefore(parts.group(1)) != null;
  }

  /// What an addition to the film says; null where it may be a film.
  private @Nullable Attributes added(String addition) {
    Attributes meaning = vocabulary.within(PhrasePlace.ADDITIONS, addition);
    if (meaning != null) {
      return meaning;
    }
    String alone = ALONE.matcher(addition).replaceFirst("");
    return vocabulary.isPhrase(PhrasePlace.LONE_ADDITIONS, alone) ? Attributes.NONE : null;
  }

  boolean takeAfterDash() {
    Matcher parts = LAST_DASH.matcher(wording.text());
    if (!parts.matches()) {
      return false;
    }
    String end = parts.group(2);
    Attributes meaning = vocabulary.saysOnly(end, Languages.ENOUGH);
    boolean screening =
        meaning != null
            || vocabulary.endsIn(PhrasePlace.STRAND_ENDS, TitleWording.withoutYear(end))
            || STRAND_AFTER.matcher(LabelText.folded(end)).matches();
    return screening
        && !vocabulary.isOnly(PhrasePlace.BRACKETED, end)
        && (meaning != null || !wording.isUnnamed(end))
        && !wording.isEvent(parts.group(1))
        && wording.takeUnlessDoubtful(
            PhrasePlace.DOUBTFUL_ENDS_SET_OFF, end, parts.group(1), meaning);
  }

  boolean takeVersion() {
    Matcher parts = LAST_COLON.matcher(wording.text());
    if (!parts.matches() || !VERSION.matcher(LabelText.folded(parts.group(2))).matches()) {
      return false;
    }
    Attributes meaning = vocabulary.saysOnly(parts.group(2), Languages.ASIDE);
    return meaning != null && wording.take(parts.group(2), parts.group(1), meaning);
  }

  boolean takeAfterwords() {
    Matcher words = AFTERWORDS.matcher(wording.text());
    if (words.matches()) {
      return wording.take(
          words.group(2), words.group(1), vocabulary.within(PhrasePlace.ADDITIONS, words.group(2)));
    }
    Matcher questions = QUESTIONS.matcher(wording.text());
    return questions.matches()
        && wording.take(questions.group(2), questions.group(1), Attributes.of(Attribute.Q_AND_A));
  }

  boolean takeTail() {
    List<String> words = Arrays.asList(wording.text().split(" ", -1));
    for (int from = 1; from < words.size(); from++) {
      String tail = String.join(" ", words.subList(from, words.size()));
      String rest = String.join(" ", words.subList(0, from));
      boolean formats = vocabulary.phrases(PhrasePlace.FORMATS, tail) > 1;
      boolean initials =
          vocabulary.isPhrase(PhrasePlace.INITIALS, tail) && TitleWording.areInitials(tail, rest);
      if (formats
          || initials
          || vocabulary.isPhrase(PhrasePlace.TAILS, tail)
          || isOfAnniversary(tail)) {
        boolean bracketed = tail.matches(".*[)\\]]") && !tail.matches("[(\\[].*");
        Attributes meaning = vocabulary.saysOnly(tail, Languages.ASIDE);
        boolean certain = formats || initials;
        return !bracketed
            && !UNFINISHED.matcher(rest).matches()
            && !wording.isEvent(rest)
            && (certain
                ? wording.take(tail, rest, meaning)
                : wording.takeUnlessDoubtful(PhrasePlace.DOUBTFUL_ENDS, tail, rest, meaning));
      }
    }
    return false;
  }

  /// `40th Anniversary in 4K`.
  private boolean isOfAnniversary(String tail) {
    return ANNIVERSARY.matcher(tail).lookingAt()
        && vocabulary.saysOnly(tail, Languages.ASIDE) != null;
  }

  /// `名探偵コナン 字幕版`, also without the space: scripts without spaces leave none before a label.
  boolean takeGlued() {
    Matcher end = GLUED.matcher(wording.text());
    if (!end.matches()) {
      return false;
    }
    String run = end.group(2);
    for (int from = 0; from < run.length(); from++) {
      String tail = run.substring(from);
      String rest = end.group(1) + run.substring(0, from);
      if (vocabulary.isPhrase(PhrasePlace.GLUED, tail)
          && !rest.isBlank()
          && !wording.isEvent(rest)) {
        return wording.take(tail, rest, vocabulary.saysOnly(tail, Languages.ASIDE));
      }
    }
    return false;
  }
}
