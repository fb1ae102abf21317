package org.marquee.feed;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.evidence.FeedTitles;
import org.marquee.title.ParsedTitle;
import org.marquee.title.label.Vocabulary;

/// The input of a reader: the bytes of a feed, and the operator's options.
///
/// @param parts the files of the feed, at least one
/// @param observedAt when the feed was taken, for a feed without that time
/// @param cinema the venue that the feed is about, where the operator describes it
/// @param vocabulary what the provider's words mean
/// @param standIns what is published of places that nobody knows; the mapping's go behind it
/// @param titles cleans the titles of the feed
public record FeedSource(
    List<Part> parts,
    Instant observedAt,
    FeedRecord.@Nullable Cinema cinema,
    Vocabulary vocabulary,
    StandIns standIns,
    FeedTitles titles) {
  public FeedSource {
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("a feed has at least one file");
    }
    parts = List.copyOf(parts);
  }

  /// A feed whose titles were not learnt before: doubtful words stay in them.
  public FeedSource(
      List<Part> parts,
      Instant observedAt,
      FeedRecord.@Nullable Cinema cinema,
      Vocabulary vocabulary,
      StandIns standIns) {
    this(parts, observedAt, cinema, vocabulary, standIns, new FeedTitles());
  }

  /// A source without a vocabulary of the provider's own and without stand-ins.
  public FeedSource(List<Part> parts, Instant observedAt, FeedRecord.@Nullable Cinema cinema) {
    this(parts, observedAt, cinema, Vocabulary.BUILT_IN, StandIns.NONE);
  }

  /// This feed in other files.
  public FeedSource with(List<Part> others) {
    return new FeedSource(others, observedAt, cinema, vocabulary, standIns, titles);
  }

  /// This feed, its titles cleaned by `titles`, and its words understood as these know them.
  public FeedSource with(FeedTitles titles) {
    return new FeedSource(parts, observedAt, cinema, titles.meant(vocabulary), standIns, titles);
  }

  /// Parses a title of the feed.
  public ParsedTitle title(String raw) {
    return titles.clean(raw, vocabulary);
  }

  /// Notes one of the rows that name a film, where several of them are one film.
  public void noteFilm(String film, String raw) {
    titles.count(film, raw, vocabulary);
  }

  /// The clean title of a film: how most of its rows write it, where that was noted when the feed
  /// was read before.
  public String titleOfFilm(String film, String raw) {
    return titles.ofFilm(film, title(raw).title(), vocabulary);
  }

  /// One file of a feed.
  public interface Part {
    /// What to call it in notices.
    String name();

    /// Its length as it is kept, before unpacking.
    long bytes();

    /// Whether it came in a body that only the end of the connection ended: where that broke, the
    /// rest is missing, and nobody can tell.
    default boolean isOpenEnded() {
      return false;
    }

    /// Its bytes, unpacked where they were compressed. May be opened more than once.
    InputStream open() throws IOException;
  }
}
