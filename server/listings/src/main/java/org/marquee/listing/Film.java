package org.marquee.listing;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A film (docs/api.md, "Film").
///
/// @param title within [#TITLE_LENGTH]
/// @param otherTitles what it is called elsewhere: it is found by these too
public record Film(
    String id,
    String title,
    KnownFacts facts,
    List<String> otherTitles,
    Provenance provenance,
    @Nullable String details)
    implements ListedRecord, KnownFacts.Known {
  public Film {
    otherTitles = List.copyOf(otherTitles);
  }

  /// A film without details.
  public Film(
      String id, String title, KnownFacts facts, List<String> otherTitles, Provenance provenance) {
    this(id, title, facts, otherTitles, provenance, null);
  }

  /// All titles of a film, the published one first.
  public record Titles(String id, List<String> titles) {
    public Titles {
      titles = List.copyOf(titles);
    }

    /// What it is called beside what is published.
    public List<String> others() {
      return titles.subList(1, titles.size());
    }
  }

  /// What a search by title found.
  ///
  /// @param films the best first
  /// @param matches how many there are in all
  public record Matches(List<Titles> films, int matches) {
    public Matches {
      films = List.copyOf(films);
    }
  }

  /// All its titles.
  public Titles titles() {
    return new Titles(id, Stream.concat(Stream.of(title), otherTitles.stream()).toList());
  }

  /// What calendars and linked data say of the end of a showing, which no source gives.
  public static final String COMPUTED_END =
      "Ends at about this time, computed from the running time without advertisements.";

  public static final Bounds TITLE_LENGTH = new Bounds(1, 300);
  public static final Bounds DURATION_MINUTES = new Bounds(0, 1000);
  public static final Bounds CERTIFICATION_LENGTH = new Bounds(1, 32);

  /// A positive integer without leading zeros.
  public static final Pattern EXT_CATALOG_A_ID = Pattern.compile("[1-9][0-9]*");

  /// `tt` and 7 to 10 digits.
  public static final Pattern EXT_CATALOG_B_ID = Pattern.compile("tt[0-9]{7,10}");
}
