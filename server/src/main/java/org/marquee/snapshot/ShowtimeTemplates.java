package org.marquee.snapshot;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.marquee.snapshot.TemplatedShowtime.ID_LENGTH;
import static org.marquee.snapshot.TemplatedShowtime.TIME_LENGTH;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Showtime;
import org.marquee.listing.Timestamps;
import org.marquee.page.RecordEncoder.Written;

/// Makes a [TemplatedShowtime] of a written showtime: finds what it shares with others.
///
/// It looks for the values of the showtime in its text, one after the other. Where one is found in
/// another place than meant, the text is still the same when it is put together again, since all
/// that is left of the text is a template.
final class ShowtimeTemplates {
  private static final int ABSENT = -1;

  /// The number of the gap for the local start; the others are for ids.
  private static final int TIME_GAP = 3;

  private final SharedTexts texts;

  ShowtimeTemplates(SharedTexts texts) {
    this.texts = texts;
  }

  /// The bytes of the showtime as it lies in memory; null for one that has another shape, or too
  /// little in common with others.
  ///
  /// @param start in microseconds
  /// @param note see [ObservationRef]; the observation is shared as a whole
  byte @Nullable [] of(Showtime showtime, long start, Written written, int note) {
    byte[] text = written.text();
    int from = written.from();
    int id = findId(text, 0, from, showtime.id());
    int film = findId(text, end(id, ID_LENGTH), from, showtime.filmId());
    int cinema = findId(text, end(film, ID_LENGTH), from, showtime.cinemaId());
    int time = find(text, end(cinema, ID_LENGTH), from, localStart(showtime));
    if (time == ABSENT || !TemplatedShowtime.isOnMinute(start)) {
      return null;
    }
    int own = time + TIME_LENGTH;
    int ownEnd = own;
    int prefix = 0;
    String address = showtime.bookingUrl();
    String externalId = showtime.provenance().externalId();
    if (address != null && !address.isEmpty()) {
      byte[] letters = address.getBytes(UTF_8);
      own = find(text, own, from, letters);
      ownEnd = end(own, letters.length);
      prefix = prefix(address, externalId);
    }
    String screenId = showtime.screenId();
    int screen = screenId == null ? ABSENT : findId(text, ownEnd, from, screenId);
    if (own == ABSENT || (screenId != null && screen == ABSENT)) {
      return null;
    }
    int last = findLast(text, written.until(), externalId.getBytes(UTF_8));

    int head = texts.ofCommon(entry(text, 0, own + prefix, id, film, cinema, time));
    if (head == SharedTexts.NONE) {
      prefix = 0;
      head = texts.ofCommon(entry(text, 0, own, id, film, cinema, time));
    }
    int body = texts.ofCommon(entry(text, ownEnd, from, screen));
    int lead = texts.ofCommon(entry(text, written.until(), last));
    own += prefix;
    if (head == SharedTexts.NONE
        || body == SharedTexts.NONE
        || lead == SharedTexts.NONE
        || ownEnd - own > TemplatedShowtime.OWN_LONGEST
        || text.length - last > TemplatedShowtime.OWN_LONGEST) {
      return null;
    }
    int filmPlace = texts.of(entry(text, film, film + ID_LENGTH));
    int cinemaPlace = texts.of(entry(text, cinema, cinema + ID_LENGTH));
    int screenPlace =
        screen == ABSENT ? SharedTexts.NONE : texts.of(entry(text, screen, screen + ID_LENGTH));
    if (filmPlace == SharedTexts.NONE
        || cinemaPlace == SharedTexts.NONE
        || (screen != ABSENT && screenPlace == SharedTexts.NONE)) {
      return null;
    }
    return TemplatedShowtime.buffer(ownEnd - own, text.length - last)
        .putInt(ObservationRef.templated(note))
        .putInt(head)
        .putInt(body)
        .putInt(lead)
        .putInt(filmPlace)
        .putInt(cinemaPlace)
        .putInt(screenPlace)
        .putInt(TemplatedShowtime.minutes(start))
        .put((byte) (ownEnd - own))
        .put((byte) (text.length - last))
        .put(text, id, ID_LENGTH)
        .put(text, time, TIME_LENGTH)
        .put(text, own, ownEnd - own)
        .put(text, last, text.length - last)
        .array();
  }

  private static byte[] localStart(Showtime showtime) {
    String start = Timestamps.write(showtime.startsAt(), showtime.offsetMinutes());
    return start.substring(0, TIME_LENGTH).getBytes(US_ASCII);
  }

  /// How much of a booking address is likely to be that of others too: what stands before the
  /// external id, or up to the last sign that parts it.
  private static int prefix(String address, String externalId) {
    int until = address.indexOf(externalId);
    int length =
        until > 0 ? until : Math.max(address.lastIndexOf('/'), address.lastIndexOf('=')) + 1;
    return address.substring(0, length).getBytes(UTF_8).length;
  }

  private static int end(int at, int length) {
    return at == ABSENT ? ABSENT : at + length;
  }

  private static int findId(byte[] text, int from, int until, String id) {
    return id.length() == ID_LENGTH ? find(text, from, until, id.getBytes(US_ASCII)) : ABSENT;
  }

  private static int find(byte[] text, int from, int until, byte[] value) {
    if (from != ABSENT) {
      for (int at = from; at + value.length <= until; at++) {
        if (text[at] == value[0]
            && Arrays.equals(text, at, at + value.length, value, 0, value.length)) {
          return at;
        }
      }
    }
    return ABSENT;
  }

  /// Where the last occurrence of a value begins; the end of the text where there is none.
  private static int findLast(byte[] text, int from, byte[] value) {
    for (int at = text.length - value.length; at >= from; at--) {
      if (Arrays.equals(text, at, at + value.length, value, 0, value.length)) {
        return at;
      }
    }
    return text.length;
  }

  /// A part of the text, in which the gaps are empty, with its header.
  ///
  /// @param gaps where they begin in the text; [#ABSENT] for none
  private static byte[] entry(byte[] text, int from, int until, int... gaps) {
    byte[] entry = new byte[SharedTexts.HEADER + until - from];
    System.arraycopy(text, from, entry, SharedTexts.HEADER, until - from);
    TemplatedShowtime.setHeader(entry, 0, 0, until - from);
    for (int number = 0; number < gaps.length; number++) {
      if (gaps[number] != ABSENT) {
        int gap = gaps[number] - from;
        int length = number < TIME_GAP ? ID_LENGTH : TIME_LENGTH;
        TemplatedShowtime.setHeader(entry, 0, number + 1, gap);
        int begin = SharedTexts.HEADER + gap;
        Arrays.fill(entry, begin, begin + length, (byte) 0);
      }
    }
    return entry;
  }
}
