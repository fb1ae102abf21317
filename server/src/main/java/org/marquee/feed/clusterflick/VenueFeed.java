package org.marquee.feed.clusterflick;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.Entry;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.Intake;
import org.marquee.feed.JsonValues;
import org.marquee.feed.Members;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.Value;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/// The reading of one venue's feed: one film after the other is held in memory.
final class VenueFeed {
  private final FeedSource source;
  private final FeedRecord.Cinema cinema;
  private final FeedSink sink;
  private final Intake intake;
  private final Keys keys;

  /// The number of the record at hand, over all files.
  private long number;

  VenueFeed(FeedSource source, FeedRecord.Cinema cinema, FeedSink sink) {
    this.source = source;
    this.cinema = cinema;
    this.sink = sink;
    this.intake = new Intake(sink);
    this.keys = new Keys(cinema.externalId());
  }

  void read() throws IOException {
    sink.header(
        new FeedHeader(
            FeedHeader.Mode.FULL,
            source.observedAt(),
            null,
            new FeedHeader.Covers(null, null, Set.of(cinema.externalId()))));
    sink.record(++number, cinema);
    for (FeedSource.Part part : source.parts()) {
      read(part);
    }
    intake.finish();
  }

  private void read(FeedSource.Part part) throws IOException {
    try (Reader text = new InputStreamReader(part.open(), UTF_8.newDecoder());
        JsonParser parser = JsonValues.JSON.createParser(ObjectReadContext.empty(), text)) {
      films(parser, part.name());
    } catch (JacksonIOException e) {
      if (e.getCause() instanceof CharacterCodingException) {
        throw unreadable(Code.FEED_NOT_TEXT, part.name());
      }
      throw e.getCause();
    } catch (UnexpectedEndOfInputException e) {
      throw unreadable(Code.FEED_CUT_OFF, part.name() + ", " + JsonValues.fault(e));
    } catch (JacksonException e) {
      throw unreadable(Code.FEED_UNREADABLE, part.name() + ", " + JsonValues.fault(e));
    }
  }

  private void films(JsonParser parser, String file) throws UnreadableFeed {
    JsonToken first = parser.nextToken();
    if (first == null) {
      throw unreadable(Code.FEED_EMPTY, file);
    }
    if (first != JsonToken.START_ARRAY) {
      throw unreadable(Code.FEED_UNREADABLE, file + " does not hold a JSON list of films");
    }
    for (int index = 0; parser.nextToken() != JsonToken.END_ARRAY; index++) {
      JsonValues values = new JsonValues();
      Value value = values.read(parser);
      String path = "$[" + index + "]";
      Supplier<String> place = () -> place(file, path);
      if (values.repeated() == null) {
        film(value, place);
      } else {
        // Which of the two is meant may be asked of any member of the film.
        refuse(place, '"' + values.repeated() + "\" stands twice in one object");
      }
    }
    if (parser.nextToken() != null) {
      throw unreadable(Code.FEED_UNREADABLE, "there is more after the list of films in " + file);
    }
  }

  private void film(Value value, Supplier<String> place) {
    if (!(value instanceof Members members)) {
      refuse(place, "a film must be an object");
      return;
    }
    Entry entry = intake.entry(++number, "film", place, members);
    String key = Films.key(entry);
    List<Value> performances = entry.requiredList("performances");
    intake.settle(entry, Kind.FILM, key, null, Films.read(entry, key));
    if (performances == null) {
      return;
    }
    for (int i = 0; i < performances.size(); i++) {
      String path = place.get() + ".performances[" + i + "]";
      performance(performances.get(i), key, () -> path);
    }
  }

  private void performance(Value value, @Nullable String film, Supplier<String> place) {
    if (!(value instanceof Members members)) {
      refuse(place, "a performance must be an object");
      return;
    }
    Entry entry = intake.entry(++number, "performance", place, members);
    if (film == null) {
      entry.refuse(Code.MEMBER_MISSING, "", "its film has no title that can be read");
    }
    FeedRecord.Showtime showtime = Performances.read(entry, film, cinema.externalId(), keys);
    intake.settle(
        entry, Kind.SHOWTIME, showtime == null ? null : showtime.externalId(), null, showtime);
  }

  private void refuse(Supplier<String> place, String why) {
    sink.refused(
        ++number, null, null, null, new Notice(Code.LINE_UNREADABLE, place.get(), "", why));
  }

  private String place(String file, String path) {
    return source.parts().size() == 1 ? path : file + " " + path;
  }

  private static UnreadableFeed unreadable(Code code, String detail) {
    return new UnreadableFeed(Notice.of(code, detail));
  }
}
