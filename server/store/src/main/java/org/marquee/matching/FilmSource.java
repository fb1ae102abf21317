package org.marquee.matching;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.title.ParsedTitle;
import org.marquee.title.Spelling;
import org.marquee.title.Titles;

/// The fields of a source record by which films are distinguished.
///
/// @param title cleaned of what a cinema wrote around it; null if there is none
/// @param bracket what stands behind the title in brackets and nobody knows, in the provider's
///   wording; null where nothing does, or another title of it
/// @param otherNames its titles in other languages, as names of titles are ([Title#name])
/// @param shown when and where this provider shows it
public record FilmSource(
    String id,
    int provider,
    @Nullable Title title,
    @Nullable String bracket,
    List<String> otherNames,
    Facts facts,
    FilmPeriods shown)
    implements SourceRecord {
  public FilmSource {
    if (bracket != null && !otherNames.isEmpty() && otherNames.contains(Title.of(bracket).name())) {
      bracket = null;
    }
  }

  /// What is known of a film beside its titles.
  ///
  /// @param year of the title, else of the release
  /// @param minutes running time
  /// @param directors as the provider names them
  /// @param catalogA id in the first external catalogue
  /// @param catalogB id in the second
  public record Facts(
      @Nullable Integer year,
      @Nullable Integer minutes,
      Directors directors,
      @Nullable String catalogA,
      @Nullable String catalogB) {
    /// Only ids in catalogues.
    public static Facts ofCatalogues(@Nullable String catalogA, @Nullable String catalogB) {
      return new Facts(null, null, Directors.NONE, catalogA, catalogB);
    }
  }

  /// A title as it is compared.
  ///
  /// @param key clean and folded, with its year where it has one, and with words in brackets that
  ///   may tell it from another film
  /// @param name the same without the year and those words
  /// @param year that it gives
  /// @param plain whether the text is only the name: nothing to clean away, no word that may be a
  ///   label, no year, and not all of it in capitals
  /// @param ends what stands after a colon or a dash of the name: perhaps the name of a series of
  ///   showings is before it, perhaps that of a series of films
  public record Title(
      String key, String name, @Nullable Integer year, boolean plain, List<String> ends) {
    private static final Pattern YEAR = Pattern.compile("\\s\\d{4}$");
    private static final Pattern ARTICLE = Pattern.compile("^(the|a|an|le|la|les|der|die|das|el) ");

    /// The title as a provider writes it, what is written around it taken away.
    public static Title of(String raw) {
      ParsedTitle titled = Titles.clean(raw);
      String key = titled.whole().key();
      String name =
          titled.year() == null ? titled.key() : YEAR.matcher(titled.key()).replaceFirst("");
      boolean shouted =
          raw.equals(raw.toUpperCase(Locale.ROOT)) && !raw.equals(raw.toLowerCase(Locale.ROOT));
      boolean plain =
          titled.title().equals(raw) && titled.doubt() == null && titled.year() == null && !shouted;
      return new Title(key, name, titled.year(), plain, Titles.ends(raw, name));
    }

    /// What is left of the name when its spaces and articles are: near misses are found by it.
    String loose() {
      return loose(name);
    }

    static String loose(String name) {
      String loose = ARTICLE.matcher(name).replaceFirst("").replace(" ", "");
      return loose.isEmpty() ? name : loose;
    }
  }

  /// What is compared of a film that has a fact, apart from provider and weeks.
  private record Form(
      Title title, @Nullable String bracket, List<String> otherNames, Facts facts) {}

  /// Two source records of equal form, of whatever providers, always link. Null where only the
  /// weeks can link them.
  public @Nullable Object form() {
    boolean hasFact =
        facts.year() != null
            || facts.catalogA() != null
            || facts.catalogB() != null
            || (facts.minutes() != null && facts.minutes() > 0);
    return title != null && hasFact ? new Form(title, bracket, otherNames, facts) : null;
  }

  /// This one as another one shows it too.
  public FilmSource alsoShown(FilmSource other) {
    List<FilmPeriods.Period> periods = new ArrayList<>(shown.periods());
    periods.addAll(other.shown.periods());
    return new FilmSource(
        id, provider, title, bracket, otherNames, facts, new FilmPeriods(periods));
  }

  boolean sameTitle(FilmSource other) {
    return title != null && other.title != null && title.name().equals(other.title.name());
  }

  /// Whether a title of one, in whatever language, is one of the other.
  boolean sharesTitle(FilmSource other) {
    return names().anyMatch(name -> other.names().anyMatch(name::equals));
  }

  /// All names, in whatever language.
  Stream<String> names() {
    return Stream.concat(Stream.ofNullable(title).map(Title::name), otherNames.stream());
  }

  /// Apart from spaces and articles.
  boolean nearlySameTitle(FilmSource other) {
    return sameTitle(other)
        || (title != null && other.title != null && title.loose().equals(other.title.loose()));
  }

  /// Whether what stands after a colon or a dash of this title is a title of the other.
  boolean endsLike(FilmSource other) {
    return title != null
        && title.ends().stream()
            .map(Title::loose)
            .anyMatch(end -> other.names().map(Title::loose).anyMatch(end::equals));
  }

  /// One letter of a long word is another, missing or too much.
  boolean isOneLetterFrom(FilmSource other) {
    return title != null
        && other.title != null
        && Spelling.isOneLetterApart(title.name(), other.title.name());
  }

  /// Also the year, if one of the titles has it.
  boolean sameWording(FilmSource other) {
    return title != null && other.title != null && title.key().equals(other.title.key());
  }
}
