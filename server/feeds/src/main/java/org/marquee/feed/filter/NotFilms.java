package org.marquee.feed.filter;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRow;
import org.marquee.feed.FeedSink;
import org.marquee.feed.SinkFilter;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.title.label.Vocabulary;

/// Leaves out what the provider's words call no film, such as a pub quiz in a cinema's calendar,
/// with its showings (docs/feeds.md, "Titles and labels").
public final class NotFilms extends SinkFilter {
  private final Set<String> films;

  private NotFilms(FeedSink sink, Set<String> films) {
    super(sink);
    this.films = films;
  }

  /// Finds them at the first reading of a feed: showings may come before their films.
  public static final class Search implements FeedSink {
    private final Vocabulary vocabulary;
    private final Set<String> films = new HashSet<>();

    public Search(Vocabulary vocabulary) {
      this.vocabulary = vocabulary;
    }

    @Override
    public void row(long line, FeedRow row) {
      if (row instanceof FeedRow.Valid(FeedRecord.Film film)
          && film.title() != null
          && vocabulary.saysNoFilm(film.title())) {
        films.add(film.externalId());
      }
    }

    /// Passes everything else on to `sink`.
    public FeedSink without(FeedSink sink) {
      return films.isEmpty() ? sink : new NotFilms(sink, Set.copyOf(films));
    }
  }

  @Override
  public void row(long line, FeedRow row) {
    super.row(
        line,
        switch (row) {
          case FeedRow.Valid(FeedRecord.Film film) when films.contains(film.externalId()) ->
              leftOut(line, Kind.FILM, null, String.valueOf(film.title()));
          case FeedRow.Valid(FeedRecord.Showtime showtime) when films.contains(showtime.film()) ->
              leftOut(line, Kind.SHOWTIME, showtime.externalId(), "film " + showtime.film());
          default -> row;
        });
  }

  private static FeedRow leftOut(long line, Kind kind, @Nullable String externalId, String what) {
    Notice notice = new Notice(Code.LEFT_OUT_BY_WORDS, "line " + line, what, "");
    return new FeedRow.LeftOut(kind, externalId, notice);
  }
}
