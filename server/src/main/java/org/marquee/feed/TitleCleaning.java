package org.marquee.feed;

import static org.marquee.feed.TitleForms.AFTERWORDS;
import static org.marquee.feed.TitleForms.ALONE;
import static org.marquee.feed.TitleForms.ANNIVERSARY;
import static org.marquee.feed.TitleForms.CERTIFICATE;
import static org.marquee.feed.TitleForms.DANGLING;
import static org.marquee.feed.TitleForms.END_BRACKET;
import static org.marquee.feed.TitleForms.FIRST_COLON;
import static org.marquee.feed.TitleForms.FIRST_DASH;
import static org.marquee.feed.TitleForms.GOES_ON;
import static org.marquee.feed.TitleForms.INNER_BRACKET;
import static org.marquee.feed.TitleForms.LAST_COLON;
import static org.marquee.feed.TitleForms.LAST_DASH;
import static org.marquee.feed.TitleForms.PLUS;
import static org.marquee.feed.TitleForms.PRESENTS;
import static org.marquee.feed.TitleForms.QUESTIONS;
import static org.marquee.feed.TitleForms.QUOTED;
import static org.marquee.feed.TitleForms.REISSUE;
import static org.marquee.feed.TitleForms.SCREENING_OF;
import static org.marquee.feed.TitleForms.SING_ALONG_A;
import static org.marquee.feed.TitleForms.SPACE;
import static org.marquee.feed.TitleForms.START_BRACKET;
import static org.marquee.feed.TitleForms.STRAND;
import static org.marquee.feed.TitleForms.STRAND_AFTER;
import static org.marquee.feed.TitleForms.TELLS_APART;
import static org.marquee.feed.TitleForms.UNFINISHED;
import static org.marquee.feed.TitleForms.VERSION;
import static org.marquee.feed.TitleForms.YEAR;
import static org.marquee.feed.TitleForms.YEAR_AMONG;
import static org.marquee.feed.TitleForms.YEAR_BRACKET;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.Vocabulary.Languages;
import org.marquee.feed.Vocabulary.Place;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;

/// The cleaning of one title: takes away one thing after the other until there is nothing left to
/// take. What is taken is known by its words ([Vocabulary]) and by how it is set off.
final class TitleCleaning {
  /// A title that is longer is left as it is: a film's has 300 code points at most.
  private static final int LONGEST = 600;

  /// More than any cinema puts around a title.
  private static final int ROUNDS = 12;

  private static final int LONGEST_STRAND = 6;

  private static final int LONGEST_HEAD = 3;

  private final String raw;
  private final Vocabulary vocabulary;
  private final List<String> labels = new ArrayList<>();
  private String text;
  private Attributes attributes = Attributes.NONE;
  private @Nullable Integer year;
  private boolean reissue;

  /// The stage that a bracket names, as in `The Nutcracker (Bolshoi Ballet)`.
  private @Nullable String house;

  TitleCleaning(String raw, Vocabulary vocabulary) {
    this.raw = raw;
    this.vocabulary = vocabulary;
    this.text = SPACE.matcher(raw).replaceAll(" ").strip();
  }

  Titled clean() {
    int round = 0;
    while (round < ROUNDS && text.length() <= LONGEST && takeOne()) {
      round++;
    }
    nameHouse();
    if (text.isEmpty()) {
      return new Titled(raw, null, Attributes.NONE, List.of());
    }
    Integer said = reissue ? null : year;
    return new Titled(said == null ? text : text + " (" + said + ")", said, attributes, labels);
  }

  private boolean takeOne() {
    return takeAddition()
        || takeBracket()
        || takeAfterDash()
        || takeVersion()
        || takeBefore(FIRST_COLON)
        || takeBefore(FIRST_DASH)
        || takeHead()
        || takePrefix(PRESENTS)
        || takePrefix(SCREENING_OF)
        || takePrefix(SING_ALONG_A)
        || takeAfterwords()
        || takeTail()
        || unquote();
  }

  /// Leaves `rest`, and remembers what was said by what goes.
  private boolean take(String gone, String rest, @Nullable Attributes said) {
    text = DANGLING.matcher(rest.strip()).replaceFirst("");
    if (said == null || said.isEmpty()) {
      labels.add(gone.strip());
    } else {
      attributes = attributes.and(said);
    }
    reissue |= REISSUE.matcher(Vocabulary.fold(gone)).matches();
    return true;
  }

  /// `+ Q&A with the director`; what is not known to be an addition is a second film.
  private boolean takeAddition() {
    int plus = text.lastIndexOf(" +");
    if (plus <= 0 || plus + 2 >= text.length()) {
      return false;
    }
    String addition = text.substring(plus + 2).strip();
    if (goesBefore(text.substring(0, plus), addition)) {
      return false;
    }
    Attributes said = vocabulary.saysOnly(addition, Languages.ASIDE);
    if (said == null) {
      said = added(addition);
    }
    return said != null && take(addition, text.substring(0, plus), said);
  }

  /// Whether both are said before the title, as in `Preview + Q&A: The Lantern`.
  private boolean goesBefore(String first, String addition) {
    Matcher parts = FIRST_COLON.matcher(addition);
    return parts.matches()
        && vocabulary.saysOnly(first, Languages.ASIDE) != null
        && saysBefore(parts.group(1)) != null;
  }

  /// What stands before a title says of its showing, in one part or in several; null where it says
  /// something else too.
  private @Nullable Attributes saysBefore(String said) {
    Attributes meaning = Attributes.NONE;
    for (String part : PLUS.split(said, -1)) {
      Attributes meant = vocabulary.saysOnly(part, Languages.ASIDE);
      if (meant == null
          && (vocabulary.isPhrase(Place.ADDITIONS, part)
              || vocabulary.isPhrase(Place.LONE_ADDITIONS, part))) {
        meant = Attributes.NONE;
      }
      if (meant == null) {
        return null;
      }
      meaning = meaning.and(meant);
    }
    return meaning;
  }

  /// What an addition to the film says; null where it may be a film.
  private @Nullable Attributes added(String addition) {
    Attributes said = vocabulary.within(Place.ADDITIONS, addition);
    if (said != null) {
      return said;
    }
    String alone = ALONE.matcher(addition).replaceFirst("");
    return vocabulary.isPhrase(Place.LONE_ADDITIONS, alone) ? Attributes.NONE : null;
  }

  private boolean takeBracket() {
    Matcher end = END_BRACKET.matcher(text);
    if (end.matches() && takeBracket(end.group(2), end.group(1), true)) {
      return true;
    }
    Matcher start = START_BRACKET.matcher(text);
    if (start.matches() && takeBracket(start.group(1), start.group(2), false)) {
      return true;
    }
    Matcher inner = INNER_BRACKET.matcher(text);
    if (!inner.matches()) {
      return false;
    }
    String content = inner.group(2).strip();
    if (isYear(content)) {
      return takeAfterYear(inner.group(3), inner.group(1), content);
    }
    return takeBracket(content, inner.group(1) + " " + inner.group(3), false);
  }

  /// What follows the year is about the showing, unless it goes on with the title.
  private boolean takeAfterYear(String after, String rest, String said) {
    if (GOES_ON.matcher(after).matches()) {
      return false;
    }
    Attributes meaning = vocabulary.saysOnly(after, Languages.ENOUGH);
    year = Integer.valueOf(said);
    return take(after, rest, meaning == null ? vocabulary.within(Place.ADDITIONS, after) : meaning);
  }

  /// Whether this is the film's year: the years of two films are not.
  private boolean isYear(String said) {
    return YEAR.matcher(said).matches()
        && YEAR_BRACKET.matcher(text).results().map(each -> each.group(1)).distinct().count() < 2;
  }

  /// @param alternative whether what is not known may be another title of the film
  private boolean takeBracket(String content, String rest, boolean alternative) {
    String said = content.strip();
    String folded = Vocabulary.fold(said);
    if (YEAR.matcher(said).matches()) {
      if (!alternative || !isYear(said)) {
        return false;
      }
      year = Integer.valueOf(said);
      text = rest;
      return true;
    }
    if (takeYearAmong(said, rest)) {
      return true;
    }
    Attributes meaning = vocabulary.saysOnly(said, Languages.ENOUGH);
    if (meaning == null) {
      meaning = vocabulary.within(Place.ADDITIONS, said);
    }
    if (meaning != null || CERTIFICATE.matcher(folded).matches() || folded.contains("ages ")) {
      return take(said, rest, meaning);
    }
    String stage = vocabulary.name(Place.HOUSES, said);
    if (stage == null
        && (!alternative
            || TELLS_APART.matcher(folded).matches()
            || (vocabulary.knows(Place.COMPOSERS, said) && Stage.of(text, vocabulary) == null)
            || UNFINISHED.matcher(rest).matches())) {
      return false;
    }
    house = stage == null ? house : stage;
    text = rest;
    return true;
  }

  /// `Solaris (Andrei Tarkovsky, 1972)`, `(1972, 35mm)`.
  private boolean takeYearAmong(String content, String rest) {
    Matcher parts = YEAR_AMONG.matcher(content);
    if (!parts.matches() || YEAR_BRACKET.matcher(text).find()) {
      return false;
    }
    List<String> said = new ArrayList<>();
    Attributes meaning = Attributes.NONE;
    for (String beside : content.split("[,;|·]", -1)) {
      Attributes meant = vocabulary.saysOnly(beside, Languages.ENOUGH);
      if (meant != null) {
        meaning = meaning.and(meant);
        said.add(beside);
      } else if (!YEAR.matcher(beside.strip()).matches()
          && TELLS_APART.matcher(Vocabulary.fold(beside)).matches()) {
        return false;
      }
    }
    year = Integer.valueOf(parts.group(1));
    if (!said.isEmpty()) {
      return take(String.join(",", said), rest, meaning);
    }
    text = rest;
    return true;
  }

  /// `IMAX The Lantern`.
  private boolean takeHead() {
    List<String> words = Arrays.asList(text.split(" ", -1));
    for (int to = Math.min(words.size() - 1, LONGEST_HEAD); to > 0; to--) {
      String head = String.join(" ", words.subList(0, to));
      if (vocabulary.isPhrase(Place.HEADS, head)) {
        String rest = String.join(" ", words.subList(to, words.size()));
        return take(head, rest, vocabulary.saysOnly(head, Languages.ASIDE));
      }
    }
    return false;
  }

  private boolean takeAfterDash() {
    Matcher parts = LAST_DASH.matcher(text);
    if (!parts.matches()) {
      return false;
    }
    String said = parts.group(2);
    Attributes meaning = vocabulary.saysOnly(said, Languages.ENOUGH);
    boolean screening =
        meaning != null
            || vocabulary.endsIn(Place.STRAND_ENDS, withoutYear(said))
            || STRAND_AFTER.matcher(Vocabulary.fold(said)).matches();
    return screening && take(said, parts.group(1), meaning);
  }

  private boolean takeVersion() {
    Matcher parts = LAST_COLON.matcher(text);
    if (!parts.matches() || !VERSION.matcher(Vocabulary.fold(parts.group(2))).matches()) {
      return false;
    }
    Attributes meaning = vocabulary.saysOnly(parts.group(2), Languages.ASIDE);
    return meaning != null && take(parts.group(2), parts.group(1), meaning);
  }

  private boolean takeBefore(Pattern separator) {
    Matcher parts = separator.matcher(text);
    if (!parts.matches()) {
      return false;
    }
    String said = parts.group(1);
    Attributes meaning = vocabulary.saysOnly(said, Languages.ASIDE);
    if (meaning == null && PLUS.matcher(said).find()) {
      meaning = saysBefore(said);
    }
    if (meaning == null && isStrand(withoutYear(said))) {
      meaning = vocabulary.ofStrand(withoutYear(said));
    }
    return meaning != null && take(said, parts.group(2), meaning);
  }

  private boolean isStrand(String name) {
    return vocabulary.knows(Place.STRANDS, name)
        || STRAND.matcher(Vocabulary.fold(name)).matches()
        || (name.split(" ", -1).length <= LONGEST_STRAND
            && vocabulary.endsIn(Place.STRAND_ENDS, name));
  }

  private static String withoutYear(String name) {
    return name.replaceFirst("\\s+20\\d\\d$", "");
  }

  private boolean takePrefix(Pattern form) {
    Matcher parts = form.matcher(text);
    if (!parts.matches()) {
      return false;
    }
    return take(
        parts.group(1),
        parts.group(2),
        vocabulary.within(Place.LABELS, parts.group(1).replaceFirst("(?i) of$", "")));
  }

  private boolean takeAfterwords() {
    Matcher words = AFTERWORDS.matcher(text);
    if (words.matches()) {
      return take(
          words.group(2), words.group(1), vocabulary.within(Place.ADDITIONS, words.group(2)));
    }
    Matcher questions = QUESTIONS.matcher(text);
    return questions.matches()
        && take(questions.group(2), questions.group(1), Attributes.of(Attribute.Q_AND_A));
  }

  private boolean takeTail() {
    List<String> words = Arrays.asList(text.split(" ", -1));
    for (int from = 1; from < words.size(); from++) {
      String tail = String.join(" ", words.subList(from, words.size()));
      if (vocabulary.isPhrase(Place.TAILS, tail) || isOfAnniversary(tail)) {
        String rest = String.join(" ", words.subList(0, from));
        boolean bracketed = tail.matches(".*[)\\]]") && !tail.matches("[(\\[].*");
        return !bracketed
            && !UNFINISHED.matcher(rest).matches()
            && take(tail, rest, vocabulary.saysOnly(tail, Languages.ASIDE));
      }
    }
    return false;
  }

  /// `40th Anniversary in 4K`.
  private boolean isOfAnniversary(String tail) {
    return ANNIVERSARY.matcher(tail).lookingAt()
        && vocabulary.saysOnly(tail, Languages.ASIDE) != null;
  }

  private boolean unquote() {
    Matcher quoted = QUOTED.matcher(text);
    if (!quoted.matches() || quoted.group(1).isBlank()) {
      return false;
    }
    text = quoted.group(1).strip();
    return true;
  }

  /// `Met Opera Live 2024-25: Mozart's Le Nozze di Figaro` is `The Metropolitan Opera: Le Nozze di
  /// Figaro`.
  private void nameHouse() {
    Stage stage = Stage.of(text, vocabulary);
    if (stage != null) {
      text = stage.house() + ": " + stage.work();
    } else if (house != null) {
      text = house + ": " + text;
    } else {
      return;
    }
    attributes = attributes.with(Attribute.LIVE_EVENT);
    year = null;
  }
}
