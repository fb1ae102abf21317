package org.marquee.feed.clusterflick;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedJson;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedText;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.member.FeedLine;
import org.marquee.feed.member.Intake;
import org.marquee.feed.member.JsonValues;
import org.marquee.feed.member.Limits;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.Value;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.title.ParsedTitle;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.JacksonIOException;

/// The reading of one venue's feed: one film after the other is held in memory ([FilmText]).
final class VenueFeed {
  private final FeedSource source;
  private final FeedRecord.Cinema cinema;
  private final FeedSink sink;
  private final Intake intake;

  VenueFeed(FeedSource source, FeedRecord.Cinema cinema, FeedSink sink) {
    this.source = source;
    this.cinema = cinema;
    this.sink = sink;
    this.intake = new Intake(sink, source);
  }

  void read() throws IOException {
    sink.header(
        FeedHeader.ofCinemas(
            source.observedAt(), Set.of(cinema.externalId()), FeedHeader.Keys.MADE));
    intake.add(cinema);
    for (FeedSource.Part part : source.parts()) {
      read(part);
    }
    intake.finish();
  }

  private void read(FeedSource.Part part) throws IOException {
    String file = part.name();
    try (BufferedReader text = FeedText.of(part.open(), UTF_8);
        FilmText films = new FilmText(text, file);
        JsonParser parser = FeedJson.PARSERS.createParser(ObjectReadContext.empty(), films)) {
      try {
        films(parser, films, file);
      } catch (JacksonIOException e) {
        throw e.getCause();
      } catch (JacksonException e) {
        throw JsonValues.unreadable(e, parser, films, file);
      }
    } catch (CharacterCodingException _) {
      throw new UnreadableFeed(Code.FEED_NOT_TEXT, file);
    }
  }

  private void films(JsonParser parser, FilmText text, String file) throws UnreadableFeed {
    JsonToken first = parser.nextToken();
    if (first == null) {
      throw new UnreadableFeed(Code.FEED_EMPTY, file);
    }
    if (first != JsonToken.START_ARRAY) {
      throw new UnreadableFeed(file + " does not hold a JSON list of films");
    }
    for (int index = 0; parser.nextToken() != JsonToken.END_ARRAY; index++) {
      String path = (source.parts().size() == 1 ? "" : file + " ") + "$[" + index + "]";
      text.begin(path);
      JsonValues values = new JsonValues();
      Value value = values.read(parser);
      film(value, values.repeated(), path);
    }
    if (parser.nextToken() != null) {
      throw new UnreadableFeed(file + " continues after its list of films");
    }
  }

  /// @param repeated a name that stands twice in an object of the film: then nobody knows what is
  ///   meant, and the film and its performances are refused, but listed
  private void film(Value value, @Nullable String repeated, String path) {
    if (!(value instanceof Members members)) {
      intake.refuse(
          Kind.FILM,
          null,
          cinema.externalId(),
          path,
          Code.LINE_UNREADABLE,
          "",
          "a film must be an object");
      return;
    }
    FeedLine entry = entry("film", path, members, repeated);
    String key = ClusterflickRecords.key(entry);
    List<Value> performances = entry.required("performances", Limits.LIST);
    ParsedTitle titled = entry.title("title", entry.required("title", Limits.TEXT));
    FeedRecord.Film film =
        titled == null || key == null ? null : ClusterflickRecords.film(entry, key, titled);
    String lacking = performances == null ? cinema.externalId() : null;
    intake.settle(entry, Kind.FILM, key, lacking, film);
    for (int i = 0; performances != null && i < performances.size(); i++) {
      String item = path + ".performances[" + i + "]";
      performance(performances.get(i), repeated, key, titled, item);
    }
  }

  /// @param film external id; null where the film has none
  /// @param titled null where the film has no title
  private void performance(
      Value value,
      @Nullable String repeated,
      @Nullable String film,
      @Nullable ParsedTitle titled,
      String path) {
    if (!(value instanceof Members members)) {
      intake.refuse(
          Kind.SHOWTIME,
          null,
          cinema.externalId(),
          path,
          Code.LINE_UNREADABLE,
          "",
          "a performance must be an object");
      return;
    }
    FeedLine entry = entry("performance", path, members, repeated);
    if (film == null || titled == null) {
      entry.refuse(Code.MEMBER_MISSING, "", "its film has no valid title");
    }
    FeedRecord.Showtime showtime =
        ClusterflickRecords.performance(entry, film, titled, cinema.externalId());
    intake.settle(
        entry,
        Kind.SHOWTIME,
        showtime == null ? null : showtime.externalId(),
        cinema.externalId(),
        showtime);
  }

  private FeedLine entry(String type, String path, Members members, @Nullable String repeated) {
    FeedLine entry = intake.next(type, () -> path, members);
    if (repeated != null) {
      entry.refuse(
          Code.LINE_UNREADABLE, "", '"' + repeated + "\" occurs twice in one object of the film");
    }
    return entry;
  }
}
