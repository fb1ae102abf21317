package org.marquee.snapshot.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.marquee.page.json.JsonRecordEncoder.MarkedShowtime.NOWHERE;
import static org.marquee.snapshot.record.TemplatedShowtime.ID_LENGTH;
import static org.marquee.snapshot.record.TemplatedShowtime.TIME_LENGTH;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Showtime;
import org.marquee.page.json.JsonRecordEncoder.MarkedShowtime;
import org.marquee.page.json.JsonRecordEncoder.Written;

/// Makes a [TemplatedShowtime] of a written showtime: parts what it shares with others from what it
/// alone has.
final class ShowtimeTemplates {
  /// The number of the gap for the local start; the others are for ids.
  private static final int TIME_GAP = 3;

  private final SharedTexts texts;

  ShowtimeTemplates(SharedTexts texts) {
    this.texts = texts;
  }

  /// The bytes of the showtime behind its id; null for one that has another shape, or too little in
  /// common with others. Its observation is shared as a whole.
  byte @Nullable [] of(Showtime showtime, MarkedShowtime marked) {
    if (!hasMadeIds(showtime)) {
      return null;
    }
    Written written = marked.written();
    byte[] text = written.text();
    int from = written.from();
    int id = marked.id();
    int film = marked.film();
    int cinema = marked.cinema();
    int time = marked.start();
    int screen = marked.screen();
    int own = time + TIME_LENGTH;
    int ownEnd = own;
    int prefix = 0;
    String address = showtime.bookingUrl();
    if (address != null) {
      own = marked.address();
      ownEnd = marked.afterAddress();
      prefix = prefix(address, showtime.provenance().externalId());
    }
    int last = marked.externalId();

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
        screen == NOWHERE ? SharedTexts.NONE : texts.of(entry(text, screen, screen + ID_LENGTH));
    if (filmPlace == SharedTexts.NONE
        || cinemaPlace == SharedTexts.NONE
        || (screen != NOWHERE && screenPlace == SharedTexts.NONE)) {
      return null;
    }
    return TemplatedShowtime.buffer(ownEnd - own, text.length - last)
        .putInt(head)
        .putInt(body)
        .putInt(lead)
        .putInt(filmPlace)
        .putInt(cinemaPlace)
        .putInt(screenPlace)
        .put((byte) (ownEnd - own))
        .put((byte) (text.length - last))
        .put(text, time, TIME_LENGTH)
        .put(text, own, ownEnd - own)
        .put(text, last, text.length - last)
        .array();
  }

  /// Whether its ids fit the gaps.
  private static boolean hasMadeIds(Showtime showtime) {
    String screen = showtime.screenId();
    return showtime.id().length() == ID_LENGTH
        && showtime.filmId().length() == ID_LENGTH
        && showtime.cinemaId().length() == ID_LENGTH
        && (screen == null || screen.length() == ID_LENGTH);
  }

  /// How much of a booking address is likely to be that of others too: what stands before the
  /// external id, or up to the last sign that parts it.
  private static int prefix(String address, String externalId) {
    int until = address.indexOf(externalId);
    int length =
        until > 0 ? until : Math.max(address.lastIndexOf('/'), address.lastIndexOf('=')) + 1;
    return address.substring(0, length).getBytes(UTF_8).length;
  }

  /// A part of the text, in which the gaps are empty, with its header.
  ///
  /// @param gaps where they begin in the text; [#NOWHERE] for none
  private static byte[] entry(byte[] text, int from, int until, int... gaps) {
    byte[] entry = new byte[SharedTexts.HEADER + until - from];
    System.arraycopy(text, from, entry, SharedTexts.HEADER, until - from);
    TemplatedShowtime.setHeader(entry, 0, 0, until - from);
    for (int number = 0; number < gaps.length; number++) {
      if (gaps[number] != NOWHERE) {
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
