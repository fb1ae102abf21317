package org.marquee.title;

import static org.marquee.title.TitleForms.AGE;
import static org.marquee.title.TitleForms.CERTIFICATE;
import static org.marquee.title.TitleForms.GOES_ON;
import static org.marquee.title.TitleForms.GOES_ON_AS;
import static org.marquee.title.TitleForms.HALL;
import static org.marquee.title.TitleForms.OTHER_ART;
import static org.marquee.title.TitleForms.TELLS_APART;
import static org.marquee.title.TitleForms.UNFINISHED;
import static org.marquee.title.TitleForms.YEAR;
import static org.marquee.title.TitleForms.YEAR_AMONG;
import static org.marquee.title.TitleForms.YEAR_BRACKET;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attributes;
import org.marquee.title.label.LabelText;
import org.marquee.title.label.PhrasePlace;
import org.marquee.title.label.Vocabulary;
import org.marquee.title.label.Vocabulary.Languages;

/// What brackets around a title contain: labels, the film's year, another title of it, a stage.
///
/// @param asides takes what is not known and goes; null: it stays
record TitleBrackets(TitleWording wording, Vocabulary vocabulary, @Nullable List<String> asides) {
  /// Where a bracket stands, in the order in which they are tried.
  private enum Form {
    END("^(?<before>.*\\S)\\s*[(\\[](?<inside>[^()\\[\\]]*)[)\\]]?[\\s.]*(?<after>)$"),
    START("^(?<before>)[(\\[](?<inside>[^()\\[\\]]*)[)\\]]\\s*[-–—:]?\\s*(?<after>\\S.*)$"),
    /// Brackets of East Asian scripts. Titles have them too: only what is known to be a label goes.
    WIDE(
        "^(?<before>.*)[（［【〔〖＜〈《「『｛](?<inside>[^（［【〔〖＜〈《「『｛）］】〕〗＞〉》」』｝]*)[）］】〕〗＞〉》」』｝]\\s*(?<after>.*)$"),
    INNER("^(?<before>.*\\S)\\s*[(\\[](?<inside>[^()\\[\\]]*)[)\\]]\\s*(?<after>\\S.*)$");

    private final Pattern pattern;

    Form(String pattern) {
      this.pattern = Pattern.compile(pattern);
    }
  }

  boolean take() {
    for (Form form : Form.values()) {
      Matcher parts = form.pattern.matcher(wording.text());
      if (!parts.matches()) {
        continue;
      }
      String before = parts.group("before");
      String after = parts.group("after");
      String inside = parts.group("inside").strip();
      boolean afterYear = form == Form.INNER && isYear(inside);
      boolean taken =
          afterYear
              ? takeAfterYear(after, before, inside)
              : takeBracket(form, inside, (before + " " + after).strip());
      if (taken) {
        return true;
      }
    }
    return false;
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

  private boolean takeBracket(Form form, String inside, String rest) {
    String folded = LabelText.folded(inside);
    if (rest.isBlank()) {
      return false;
    }
    if (YEAR.matcher(inside).matches()) {
      if (form != Form.END || !isYear(inside)) {
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
        // Only what stands at the end may be another title of the film.
        && (form != Form.END
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
