package org.marquee.title;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attributes;
import org.marquee.title.ParsedTitle.Alternative;
import org.marquee.title.label.LabelText;
import org.marquee.title.label.PhrasePlace;
import org.marquee.title.label.Vocabulary;

/// Separates the title of a film from what cinemas write around it: "+ Q&A", "(HOH)", "Relaxed
/// Screening:", "IMAX 3D", the name of a season, the language, the anniversary.
public final class Titles {
  private static final Pattern SEPARATOR = Pattern.compile("[:：](?!\\d)|\\s[-–—|]\\s");

  private Titles() {}

  /// The title in `raw`. Cleaning what is clean changes nothing; where nothing would be left, `raw`
  /// is the title.
  public static ParsedTitle clean(String raw) {
    return clean(raw, Vocabulary.BUILT_IN);
  }

  /// Cleans with a provider's own words too.
  ///
  /// Doubtful words stay in the title ([ParsedTitle#doubt]): only a whole feed shows what they are
  /// (`feed.evidence.FeedTitles`).
  public static ParsedTitle clean(String raw, Vocabulary vocabulary) {
    String spaced = TitleForms.SPACE.matcher(raw).replaceAll(" ").strip();
    if (spaced.length() > TitleCleaning.LONGEST) {
      return new ParsedTitle(spaced, null, Attributes.NONE, List.of(), List.of(), null);
    }
    List<String> asides = new ArrayList<>();
    ParsedTitle titled = clean(raw, vocabulary, asides);
    List<Alternative> readings = new ArrayList<>(1);
    if (!asides.isEmpty()) {
      ParsedTitle kept = clean(raw, vocabulary, null);
      readings.add(new Alternative(Alternative.Kind.WITH_BRACKET, String.join(", ", asides), kept));
    }
    addWithoutStrand(readings, titled, vocabulary);
    return readings.isEmpty()
        ? titled
        : new ParsedTitle(
            titled.title(),
            titled.year(),
            titled.attributes(),
            titled.labels(),
            titled.facts(),
            titled.doubt(),
            readings,
            titled.named());
  }

  /// @param asides takes what stands in brackets, is not known, and goes; null: it stays
  private static ParsedTitle clean(
      String raw, Vocabulary vocabulary, @Nullable List<String> asides) {
    TitleWording bold = TitleCleaning.of(raw, vocabulary, TitleWording.Doubtful.TAKEN, asides);
    ParsedTitle without = bold.titled(raw);
    if (bold.doubtfulWords().isEmpty()) {
      return without;
    }
    ParsedTitle whole =
        TitleCleaning.of(
                raw,
                vocabulary,
                TitleWording.Doubtful.LEFT,
                asides == null ? null : new ArrayList<>())
            .titled(raw);
    return whole.title().equals(without.title())
        ? whole
        : new ParsedTitle(
            whole.title(),
            whole.year(),
            whole.attributes(),
            whole.labels(),
            whole.facts(),
            new ParsedTitle.Doubt(bold.doubtfulWords(), without));
  }

  private static void addWithoutStrand(
      List<Alternative> readings, ParsedTitle titled, Vocabulary vocabulary) {
    for (Pattern separator : List.of(TitleForms.FIRST_COLON, TitleForms.FIRST_DASH)) {
      Matcher parts = separator.matcher(titled.title());
      if (titled.doubt() != null || !parts.matches()) {
        continue;
      }
      String name = parts.group(1);
      if (isStage(name, vocabulary)) {
        return;
      }
      ParsedTitle film = clean(parts.group(2), vocabulary, new ArrayList<>());
      readings.add(
          new Alternative(
              Alternative.Kind.WITHOUT_STRAND,
              name,
              new ParsedTitle(
                  film.title(),
                  film.year(),
                  titled.attributes().and(film.attributes()),
                  Stream.concat(titled.labels().stream(), Stream.of(name)).toList(),
                  Stream.concat(titled.facts().stream(), film.facts().stream()).toList(),
                  null,
                  List.of(),
                  titled.title())));
      return;
    }
  }

  /// Whether this is the name of a stage: a work on it is no film of that name.
  private static boolean isStage(String name, Vocabulary vocabulary) {
    return vocabulary.knows(PhrasePlace.HOUSES, name) || vocabulary.knows(PhrasePlace.STAGES, name);
  }

  /// Whether the words in two brackets behind one title may tell two films apart: each has a word
  /// that the other lacks, as `Murnau` and `Herzog`, but not `F. W. Murnau` and `Murnau`.
  public static boolean differ(String bracket, String other) {
    Set<String> ours = words(bracket);
    Set<String> theirs = words(other);
    return !ours.containsAll(theirs) && !theirs.containsAll(ours);
  }

  private static Set<String> words(String text) {
    Set<String> words = new HashSet<>(List.of(LabelText.folded(text).split(" ", -1)));
    words.remove("");
    return words;
  }

  /// What stands after each colon and dash of a title, as titles are compared: of `The Lord of the
  /// Rings: The Two Towers` it is `the two towers`.
  ///
  /// @param name the whole title as it is compared ([ParsedTitle#key]), without its year
  public static List<String> ends(String title, String name) {
    return SEPARATOR
        .matcher(title)
        .results()
        .map(separator -> title.substring(0, separator.start()))
        .takeWhile(start -> !isStage(start, Vocabulary.BUILT_IN))
        .map(start -> ParsedTitle.key(start) + " ")
        .filter(name::startsWith)
        .map(start -> name.substring(start.length()))
        .toList();
  }
}
