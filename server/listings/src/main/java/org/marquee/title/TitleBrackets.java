package org.marquee.title;

import static org.marquee.title.TitleForms.AGE;
import static org.marquee.title.TitleForms.CERTIFICATE;
import static org.marquee.title.TitleForms.END_BRACKET;
import static org.marquee.title.TitleForms.GOES_ON;
import static org.marquee.title.TitleForms.GOES_ON_AS;
import static org.marquee.title.TitleForms.HALL;
import static org.marquee.title.TitleForms.INNER_BRACKET;
import static org.marquee.title.TitleForms.OTHER_ART;
import static org.marquee.title.TitleForms.START_BRACKET;
import static org.marquee.title.TitleForms.TELLS_APART;
import static org.marquee.title.TitleForms.UNFINISHED;
import static org.marquee.title.TitleForms.WIDE_BRACKET;
import static org.marquee.title.TitleForms.YEAR;
import static org.marquee.title.TitleForms.YEAR_AMONG;
import static org.marquee.title.TitleForms.YEAR_BRACKET;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attributes;
import org.marquee.title.Vocabulary.Languages;

/// What brackets around a title contain: labels, the film's year, another title of it, a stage.
final class TitleBrackets {
  private final TitleWording wording;
  private final Vocabulary vocabulary;
  private final @Nullable List<String> asides;

  /// @param asides takes what is not known and goes; null: it stays
  TitleBrackets(TitleWording wording, Vocabulary vocabulary, @Nullable List<String> asides) {
    this.wording = wording;
    this.vocabulary = vocabulary;
    this.asides = asides;
  }

  boolean take() {
    Matcher end = END_BRACKET.matcher(wording.text());
    if (end.matches() && takeBracket(end.group(2), end.group(1), Unknown.OTHER_TITLE)) {
      return true;
    }
    Matcher start = START_BRACKET.matcher(wording.text());
    if (start.matches() && takeBracket(start.group(1), start.group(2), Unknown.PART_OF_TITLE)) {
      return true;
    }
    Matcher wide = WIDE_BRACKET.matcher(wording.text());
    if (wide.matches()
        && takeBracket(
            wide.group(2), (wide.group(1) + " " + wide.group(3)).strip(), Unknown.PART_OF_TITLE)) {
      return true;
    }
    Matcher inner = INNER_BRACKET.matcher(wording.text());
    if (!inner.matches()) {
      return false;
    }
    String content = inner.group(2).strip();
    if (isYear(content)) {
      return takeAfterYear(inner.group(3), inner.group(1), content);
    }
    return takeBracket(content, inner.group(1) + " " + inner.group(3), Unknown.PART_OF_TITLE);
  }

  /// What follows the year is about the showing, unless it goes on with the title.
  private boolean takeAfterYear(String after, String rest, String digits) {
    if (GOES_ON.matcher(after).matches()) {
      return false;
    }
    Attributes meaning = vocabulary.saysOnly(after, Languages.ENOUGH);
    wording.date(Integer.parseInt(digits));
    return wording.take(
        after, rest, meaning == null ? vocabulary.within(PhrasePlace.ADDITIONS, after) : meaning);
  }

  /// Whether this is the film's year: the years of two films are not.
  private boolean isYear(String digits) {
    return YEAR.matcher(digits).matches()
        && YEAR_BRACKET
                .matcher(wording.text())
                .results()
                .map(each -> each.group(1))
                .distinct()
                .count()
            < 2;
  }

  /// What a bracket may be whose content is not known.
  private enum Unknown {
    OTHER_TITLE,
    PART_OF_TITLE
  }

  private boolean takeBracket(String content, String rest, Unknown unknown) {
    String inside = content.strip();
    String folded = LabelText.folded(inside);
    if (rest.isBlank()) {
      return false;
    }
    if (YEAR.matcher(inside).matches()) {
      if (unknown == Unknown.PART_OF_TITLE || !isYear(inside)) {
        return false;
      }
      wording.date(Integer.parseInt(inside));
      wording.leave(rest);
      return true;
    }
    if (takeYearAmong(inside, rest)) {
      return true;
    }
    Attributes meaning = vocabulary.saysOnly(inside, Languages.ENOUGH);
    if (meaning == null) {
      meaning = vocabulary.within(PhrasePlace.ADDITIONS, inside);
    }
    if (meaning != null
        || CERTIFICATE.matcher(folded).matches()
        || AGE.matcher(inside).matches()
        || HALL.matcher(folded).matches()
        || folded.contains("ages ")) {
      return wording.take(inside, rest, meaning);
    }
    String stage = vocabulary.name(PhrasePlace.HOUSES, inside);
    if (stage == null
        && (unknown == Unknown.PART_OF_TITLE
            || TELLS_APART.matcher(folded).matches()
            || OTHER_ART.matcher(folded).matches()
            || (vocabulary.knows(PhrasePlace.COMPOSERS, inside)
                && StageBroadcastTitle.of(wording.text(), vocabulary) == null)
            || UNFINISHED.matcher(rest).matches())) {
      return false;
    }
    if (stage != null) {
      wording.stagedBy(stage);
    } else if (GOES_ON_AS.matcher(inside).matches()) {
      return wording.takeDoubtful(inside, rest, null);
    } else if (asides == null) {
      return false;
    } else {
      asides.add(inside);
    }
    wording.leave(rest);
    return true;
  }

  /// `Solaris (Andrei Tarkovsky, 1972)`, `(1972, 35mm)`.
  private boolean takeYearAmong(String content, String rest) {
    Matcher parts = YEAR_AMONG.matcher(content);
    if (!parts.matches() || YEAR_BRACKET.matcher(wording.text()).find()) {
      return false;
    }
    List<String> others = new ArrayList<>();
    Attributes meaning = Attributes.NONE;
    for (String beside : content.split("[,;|·]", -1)) {
      Attributes meant = vocabulary.saysOnly(beside, Languages.ENOUGH);
      if (meant != null) {
        meaning = meaning.and(meant);
        others.add(beside);
      } else if (!YEAR.matcher(beside.strip()).matches()
          && TELLS_APART.matcher(LabelText.folded(beside)).matches()) {
        return false;
      }
    }
    wording.date(Integer.parseInt(parts.group(1)));
    if (!others.isEmpty()) {
      return wording.take(String.join(",", others), rest, meaning);
    }
    wording.leave(rest);
    return true;
  }
}
