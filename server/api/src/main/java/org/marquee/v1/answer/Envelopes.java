package org.marquee.v1.answer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attribute;
import org.marquee.listing.Freshness;
import org.marquee.listing.Position;
import org.marquee.listing.Revision;
import org.marquee.listing.Timestamps;
import org.marquee.page.OutputBuffer;
import org.marquee.page.PageInfo;
import org.marquee.page.Pages;
import org.marquee.page.json.JsonRecordEncoder;
import org.marquee.v1.cursor.Cursor;
import org.marquee.v1.declaration.Question;
import org.marquee.v1.operation.Paging;

/// Writes answers: the records that were read, within the envelopes (docs/api.md, "Envelopes").
public final class Envelopes {
  private static final byte[] LIST = ascii("{\"data\":[");
  private static final byte[] AFTER_LIST = ascii("],\"pagination\":{\"nextCursor\":");
  private static final byte[] MORE = ascii(",\"hasMore\":true}");
  private static final byte[] LAST = ascii("null,\"hasMore\":false}");
  private static final byte[] SINGLE = ascii("{\"data\":");
  private static final byte[] FRESHNESS = ascii(",\"freshness\":{\"observedAt\":\"");
  private static final byte[] UPDATED = ascii("\",\"sourceUpdatedAt\":\"");
  private static final byte[] END = ascii("\"}}");

  /// Most records are shorter.
  private static final int BYTES_A_RECORD = 480;

  private static final int BYTES_AROUND = 400;

  private static final List<byte[]> ATTRIBUTES =
      Attribute.ALL.stream().map(JsonRecordEncoder::write).toList();

  private Envelopes() {}

  private static byte[] ascii(String text) {
    return text.getBytes(US_ASCII);
  }

  /// An answer, written.
  ///
  /// @param revision the state of the data that it was made from
  /// @param cursor of the next page; null where there is none
  /// @param expires as of [PageInfo]
  public record Encoded(
      Revision revision, OutputBuffer body, @Nullable String cursor, Instant expires) {}

  /// A buffer with room for most answers.
  public static OutputBuffer buffer() {
    return new OutputBuffer(BYTES_AROUND + Paging.USUAL_LIMIT * BYTES_A_RECORD);
  }

  /// Makes the body of an answer of the records of a page, which are separated by commas.
  public interface Body {
    void write(OutputBuffer records, OutputBuffer body);
  }

  /// Writes a page that has no envelope.
  public static Encoded answerBare(
      Question.OfList question, Body body, Pages pages, Instant now, OutputBuffer buffer) {
    OutputBuffer records = buffer();
    PageInfo page = page(question, question.place(), pages, now, records);
    body.write(records, buffer);
    Position next = page.next();
    String cursor = next == null ? null : new Cursor(question.place().fingerprint(), next).write();
    return new Encoded(page.revision(), buffer, cursor, page.expires());
  }

  /// Writes the answer to a question; empty where the one record asked for is not there.
  ///
  /// @param now the time, for what depends on it
  public static Optional<Encoded> answer(
      Question.OfPages question, Pages pages, Instant now, OutputBuffer buffer) {
    return switch (question) {
      case Question.OneFilm(var id, var details) ->
          pages.film(id, single(details, buffer)).map(page -> end(page, null, buffer));
      case Question.OneCinema(var id, var details) ->
          pages.cinema(id, single(details, buffer)).map(page -> end(page, null, buffer));
      case Question.OfList list ->
          Optional.of(
              endOfList(
                  list.place(), page(list, list.place(), pages, now, buffer.add(LIST)), buffer));
    };
  }

  private static OutputBuffer single(boolean details, OutputBuffer buffer) {
    return (details ? buffer.takeDetails() : buffer).add(SINGLE);
  }

  /// Writes the records of a page, separated by commas; behind them their details, where they are
  /// asked for ([org.marquee.page.json.DetailsOfPage]).
  ///
  /// @param place of the page, in the list that the question is about
  public static PageInfo page(
      Question.OfList question,
      Question.PagePlace place,
      Pages pages,
      Instant now,
      OutputBuffer buffer) {
    int limit = place.limit();
    if (place.details()) {
      buffer.takeDetails();
    }
    return switch (question) {
      case Question.Showtimes(var query, _) ->
          pages.showtimes(query, (Position.@Nullable ByStart) place.after(), limit, buffer);
      case Question.AttributeList(_) -> attributes(place, pages.origin(), buffer);
      case Question.Films(var search, _) -> pages.films(search, place.after(), limit, buffer);
      case Question.Cinemas(var query, _) -> pages.cinemas(query, place.after(), limit, buffer);
      case Question.Places(var search, _) ->
          pages.places(search, (Position.@Nullable ByRank) place.after(), limit, buffer);
      case Question.Screens(var cinemaId, _) ->
          pages.screens(cinemaId, (Position.@Nullable ByName) place.after(), limit, buffer);
      case Question.Programmes(var query, _) ->
          pages.programmes(query, place.after(), limit, now, buffer);
      case Question.Chains(_) ->
          pages.chains((Position.@Nullable ByName) place.after(), limit, buffer);
    };
  }

  /// The attributes never change and keep the interface's order, which their positions number.
  private static PageInfo attributes(
      Question.PagePlace place, PageInfo origin, OutputBuffer buffer) {
    int from = place.after() instanceof Position.ByName(String key, _) ? index(key) + 1 : 0;
    int until = Math.min(from + place.limit(), ATTRIBUTES.size());
    for (int at = from; at < until; at++) {
      if (at > from) {
        buffer.add(',');
      }
      buffer.add(ATTRIBUTES.get(at));
    }
    return until < ATTRIBUTES.size()
        ? new PageInfo(
            origin.revision(),
            new Position.ByName(Integer.toString(until - 1), Attribute.ALL.get(until - 1).id()),
            origin.freshness())
        : origin;
  }

  private static int index(String key) {
    for (int index = 0; index < Attribute.ALL.size(); index++) {
      if (Integer.toString(index).equals(key)) {
        return index;
      }
    }
    return Attribute.ALL.size();
  }

  private static Encoded endOfList(Question.PagePlace place, PageInfo page, OutputBuffer buffer) {
    Position next = page.next();
    buffer.add(AFTER_LIST);
    if (next == null) {
      return end(page, null, buffer.add(LAST));
    }
    String cursor = new Cursor(place.fingerprint(), next).write();
    return end(page, cursor, buffer.add('"').add(cursor).add('"').add(MORE));
  }

  private static Encoded end(PageInfo page, @Nullable String cursor, OutputBuffer buffer) {
    return new Encoded(page.revision(), end(page.freshness(), buffer), cursor, page.expires());
  }

  /// Writes the freshness, which is the last member of every envelope, and ends the envelope.
  public static OutputBuffer end(Freshness freshness, OutputBuffer buffer) {
    buffer.add(FRESHNESS).add(Timestamps.write(freshness.observedAt()));
    if (freshness.sourceUpdatedAt() != null) {
      buffer.add(UPDATED).add(Timestamps.write(freshness.sourceUpdatedAt()));
    }
    return buffer.add(END);
  }
}
