package org.marquee.title;

import static org.marquee.title.TitleForms.DANGLING;
import static org.marquee.title.TitleForms.PLUS;
import static org.marquee.title.TitleForms.REISSUE;
import static org.marquee.title.TitleForms.SPACE;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.title.label.LabelText;
import org.marquee.title.label.PhrasePlace;
import org.marquee.title.label.Vocabulary;
import org.marquee.title.label.Vocabulary.Languages;

/// A cinema's wording of a title while it is cleaned: what is left of it, and the meaning of what
/// was removed.
final class TitleWording {
  /// What becomes of words that are a part of some titles and a label around others.
  enum Doubtful {
    TAKEN,
    LEFT
  }

  private static final Pattern NUMBERS = Pattern.compile("\\d+");

  private final Vocabulary vocabulary;
  private final Doubtful doubtful;
  private final List<String> doubtfulWords = new ArrayList<>();
  private final List<String> labels = new ArrayList<>();
  private final List<String> facts = new ArrayList<>();
  private String text;
  private Attributes attributes = Attributes.NONE;
  private @Nullable Integer year;
  private boolean reissue;

  /// The stage that a bracket names, as in `The Nutcracker (Bolshoi Ballet)`.
  private @Nullable String house;

  TitleWording(String raw, Vocabulary vocabulary, Doubtful doubtful) {
    this.vocabulary = vocabulary;
    this.doubtful = doubtful;
    this.text = SPACE.matcher(raw).replaceAll(" ").strip();
  }

  String text() {
    return text;
  }

  /// Leaves `rest`; what is removed has no meaning.
  void leave(String rest) {
    text = rest;
  }

  void date(int released) {
    year = released;
  }

  void stagedBy(String stage) {
    house = stage;
  }

  List<String> doubtfulWords() {
    return doubtfulWords;
  }

  /// The result, once nothing is left to remove.
  ///
  /// @param raw the title where nothing is left
  ParsedTitle titled(String raw) {
    nameHouse();
    if (text.isEmpty()) {
      return new ParsedTitle(raw, null, Attributes.NONE, List.of(), List.of(), null);
    }
    Integer released = reissue ? null : year;
    return new ParsedTitle(
        released == null ? text : text + " (" + released + ")",
        released,
        attributes,
        labels,
        facts,
        null);
  }

  /// `Met Opera Live 2024-25: Mozart's Le Nozze di Figaro` is `The Metropolitan Opera: Le Nozze di
  /// Figaro`.
  private void nameHouse() {
    StageBroadcastTitle stage = StageBroadcastTitle.of(text, vocabulary);
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

  /// Takes words; those that are a phrase of `doubtfulPlace` only where such are to be taken.
  boolean takeUnlessDoubtful(
      PhrasePlace doubtfulPlace, String gone, String rest, @Nullable Attributes meaning) {
    return vocabulary.isOnly(doubtfulPlace, gone)
        ? takeDoubtful(gone, rest, meaning)
        : take(gone, rest, meaning);
  }

  /// Takes words that are a part of some titles, only where such are to be taken.
  boolean takeDoubtful(String gone, String rest, @Nullable Attributes meaning) {
    if (!isShouted(gone, rest)) {
      if (doubtful == Doubtful.LEFT) {
        return false;
      }
      doubtfulWords.add(gone.strip());
    }
    return take(gone, rest, meaning);
  }

  /// Whether capitals set `gone` off from `rest`, as in `SUBTITLED The Lantern`.
  private static boolean isShouted(String gone, String rest) {
    return gone.chars().filter(Character::isLetter).count() >= 4
        && gone.chars().noneMatch(Character::isLowerCase)
        && rest.chars().anyMatch(Character::isLowerCase);
  }

  /// Whether `words` names what is shown without saying which film it is, as `Secret Screening`.
  boolean isUnnamed(String words) {
    return vocabulary.isOnly(PhrasePlace.UNNAMED, NUMBERS.matcher(words).replaceAll(" "));
  }

  /// Whether `words` is the name of an event rather than a film's, as `Harbour Film Festival`.
  boolean isEvent(String words) {
    return isUnnamed(words) || vocabulary.endsIn(PhrasePlace.EVENT_ENDS, withoutYear(words));
  }

  /// Leaves `rest`, and notes the meaning of what is removed.
  boolean take(String gone, String rest, @Nullable Attributes meaning) {
    text = DANGLING.matcher(rest.strip()).replaceFirst("");
    facts.addAll(vocabulary.facts(gone));
    if (meaning == null || meaning.isEmpty()) {
      labels.add(gone.strip());
    } else {
      attributes = attributes.and(meaning);
    }
    reissue |= REISSUE.matcher(LabelText.folded(gone)).matches();
    return true;
  }

  /// Whether `words` is written as initials are, with capitals or full stops, and `rest` is not:
  /// `OmU` and `V.O.`, but not the name in `Minh Vo`.
  static boolean areInitials(String words, String rest) {
    boolean dotted = words.indexOf('.') > 0 && words.indexOf('.') < words.length() - 1;
    boolean capitals = words.chars().filter(Character::isUpperCase).count() > 1;
    return dotted
        || (capitals
            && rest.chars()
                .anyMatch(letter -> !Character.isUpperCase(letter) && Character.isLetter(letter)));
  }

  /// `name` without the year of an edition.
  static String withoutYear(String name) {
    return name.replaceFirst("\\s+20\\d\\d$", "");
  }

  /// What stands before a title says of its showing, in one part or in several; null where it says
  /// something else too.
  @Nullable Attributes saysBefore(String words) {
    Attributes meaning = Attributes.NONE;
    for (String part : PLUS.split(words, -1)) {
      Attributes meant = vocabulary.saysOnly(part, Languages.ASIDE);
      if (meant == null
          && (vocabulary.isPhrase(PhrasePlace.ADDITIONS, part)
              || vocabulary.isPhrase(PhrasePlace.LONE_ADDITIONS, part))) {
        meant = Attributes.NONE;
      }
      if (meant == null) {
        return null;
      }
      meaning = meaning.and(meant);
    }
    return meaning;
  }
}
