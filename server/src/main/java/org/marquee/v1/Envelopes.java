package org.marquee.v1;

import static java.nio.charset.StandardCharsets.US_ASCII;

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

/// Puts answers together: the envelopes of the specification (4.1) around the records that are
/// read.
final class Envelopes {
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

  /// An answer whose body is on the paper.
  ///
  /// @param cursor of the next page; null where there is none
  record Told(Revision revision, OutputBuffer body, @Nullable String cursor) {}

  /// A paper with room for the answer to most questions.
  static OutputBuffer paper() {
    return new OutputBuffer(BYTES_AROUND + Paging.USUAL_LIMIT * BYTES_A_RECORD);
  }

  /// Writes the answer to a question; empty where the one record asked for is not there.
  static Optional<Told> answer(Question question, Pages sheets, OutputBuffer paper) {
    return switch (question) {
      case Question.OneFilm(var id) ->
          sheets.film(id, paper.add(SINGLE)).map(sheet -> told(sheet, paper));
      case Question.OneCinema(var id) ->
          sheets.cinema(id, paper.add(SINGLE)).map(sheet -> told(sheet, paper));
      case Question.OfList list ->
          Optional.of(told(list.place(), sheet(list, sheets, paper.add(LIST)), paper));
    };
  }

  private static PageInfo sheet(Question.OfList question, Pages sheets, OutputBuffer paper) {
    Question.Place place = question.place();
    int limit = place.limit();
    return switch (question) {
      case Question.Showtimes(var query, _) ->
          sheets.showtimes(query, (Position.@Nullable ByStart) place.after(), limit, paper);
      case Question.AttributeList(_) -> attributes(place, sheets.origin(), paper);
      case Question.Films(_) ->
          sheets.films((Position.@Nullable ByName) place.after(), limit, paper);
      case Question.Cinemas(var query, _) -> sheets.cinemas(query, place.after(), limit, paper);
      case Question.Screens(var cinemaId, _) ->
          sheets.screens(cinemaId, (Position.@Nullable ByName) place.after(), limit, paper);
      case Question.Chains(_) ->
          sheets.chains((Position.@Nullable ByName) place.after(), limit, paper);
    };
  }

  /// The attributes never change and keep the specification's order, which their positions number.
  private static PageInfo attributes(Question.Place place, PageInfo origin, OutputBuffer paper) {
    int from = place.after() instanceof Position.ByName(String key, _) ? index(key) + 1 : 0;
    int until = Math.min(from + place.limit(), ATTRIBUTES.size());
    for (int at = from; at < until; at++) {
      if (at > from) {
        paper.add(',');
      }
      paper.add(ATTRIBUTES.get(at));
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

  private static Told told(Question.Place place, PageInfo sheet, OutputBuffer paper) {
    Position next = sheet.next();
    paper.add(AFTER_LIST);
    if (next == null) {
      paper.add(LAST);
    } else {
      String cursor = new Cursor(place.fingerprint(), next).write();
      paper.add('"').add(cursor).add('"').add(MORE);
      return told(sheet, cursor, paper);
    }
    return told(sheet, paper);
  }

  private static Told told(PageInfo sheet, OutputBuffer paper) {
    return told(sheet, null, paper);
  }

  private static Told told(PageInfo sheet, @Nullable String cursor, OutputBuffer paper) {
    Freshness freshness = sheet.freshness();
    paper.add(FRESHNESS).add(Timestamps.write(freshness.observedAt()));
    if (freshness.sourceUpdatedAt() != null) {
      paper.add(UPDATED).add(Timestamps.write(freshness.sourceUpdatedAt()));
    }
    return new Told(sheet.revision(), paper.add(END), cursor);
  }
}
