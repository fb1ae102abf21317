package org.marquee.feed.marquee;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.member.FeedLine;
import org.marquee.feed.member.Intake;
import org.marquee.feed.member.Limit;
import org.marquee.feed.member.Limits;
import org.marquee.feed.member.NativeRecords;
import org.marquee.feed.member.Value;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// The reading of one native feed.
final class MarqueeFeed {
  private static final Limit<Kind> KIND =
      new Limit<>(
          "one of chain, cinema, film, screen, showtime",
          value -> value instanceof Value.Text(String text) ? Kind.find(text).orElse(null) : null);

  private static final Limit<Long> COUNT =
      new Limit<>(
          "a whole number",
          value ->
              value instanceof Value.Numeral(String digits, _) && digits.matches("[0-9]{1,18}")
                  ? Long.valueOf(digits)
                  : null);

  private final FeedSource source;
  private final FeedSink sink;
  private final Intake intake;
  private @Nullable FeedHeader header;
  private long linesBefore;
  private long records;
  private boolean ended;

  MarqueeFeed(FeedSource source, FeedSink sink) {
    this.source = source;
    this.sink = sink;
    this.intake = new Intake(sink, source);
  }

  void read() throws IOException {
    for (FeedSource.Part part : source.parts()) {
      try (Lines lines = new Lines(part.open())) {
        read(lines, part.name());
        linesBefore += lines.number();
      }
    }
    if (header == null) {
      throw new UnreadableFeed(Code.FEED_EMPTY, "all its lines are blank");
    }
    intake.finish();
    List<String> open =
        source.parts().stream()
            .filter(FeedSource.Part::isOpenEnded)
            .map(FeedSource.Part::name)
            .toList();
    if (!ended && !open.isEmpty()) {
      sink.notice(new Notice(Code.END_UNKNOWN, "", "", String.join(", ", open)));
    }
  }

  private void read(Lines lines, String name) throws IOException {
    for (Lines.Line line = lines.next(); line != null; line = lines.next()) {
      long number = lines.number();
      if (ended && !isBlank(line)) {
        throw new UnreadableFeed(
            Code.FEED_CUT_OFF, place(number, name) + " stands behind the end of the feed");
      }
      if (line.isLong()) {
        longLine(line, number, () -> place(number, name));
        if (!line.isEnded()) {
          throw new UnreadableFeed(Code.FEED_CUT_OFF, place(number, name) + " does not end");
        }
      } else if (!isBlank(line)) {
        line(line, number, () -> place(number, name));
      }
    }
  }

  /// @param number of the line within its file
  private void line(Lines.Line line, long number, Supplier<String> place) throws UnreadableFeed {
    if (header == null) {
      refuseOtherThanText(line.bytes());
    }
    JsonLine json = JsonLine.read(line.bytes());
    if (!line.isEnded() && !json.whole() && (header != null || line.bytes()[0] == '{')) {
      throw new UnreadableFeed(Code.FEED_CUT_OFF, place.get() + ", the last one, is incomplete");
    }
    if (header == null) {
      header = header(json, place);
      intake.takenAt(header.observedAt());
      sink.header(header);
    } else if ("end".equals(json.type())) {
      end(json, place);
    } else {
      record(json, header.mode(), linesBefore + number, place);
    }
  }

  /// The last line, which says how many stand before it. Where that is wrong, or cannot be read,
  /// some of them may be missing.
  private void end(JsonLine json, Supplier<String> place) throws UnreadableFeed {
    FeedLine entry = intake.entry(0, "end", place, json.members());
    Long said = json.fault() == null ? entry.required("records", COUNT) : null;
    if (said == null || said != records) {
      throw new UnreadableFeed(
          Code.FEED_CUT_OFF,
          "%s, its end, %s; there are %d records before it"
              .formatted(
                  place.get(),
                  said == null ? "does not say how many records it has" : "says " + said,
                  records));
    }
    intake.report(entry);
    ended = true;
  }

  /// A line that is not held in memory: it is refused, but its beginning may still show which
  /// record it is.
  private void longLine(Lines.Line line, long number, Supplier<String> place)
      throws UnreadableFeed {
    String why = "it is longer than " + Lines.LONGEST + " bytes";
    if (header == null) {
      // The last character at hand may be cut.
      refuseOtherThanText(Arrays.copyOf(line.bytes(), line.bytes().length - 3));
      throw new UnreadableFeed(Code.FEED_HEADER_MISSING, why);
    }
    record(JsonLine.read(line.bytes()).broken(why), header.mode(), linesBefore + number, place);
  }

  private static void refuseOtherThanText(byte[] bytes) throws UnreadableFeed {
    for (byte each : bytes) {
      if (each == 0) {
        throw new UnreadableFeed(
            Code.FEED_NOT_TEXT,
            "its first line contains a zero byte, as UTF-16 text does; save it as UTF-8");
      }
    }
    int fault = JsonLine.firstFault(bytes);
    if (fault >= 0) {
      throw new UnreadableFeed(
          Code.FEED_NOT_TEXT, "byte " + (fault + 1) + " of its first line is not UTF-8");
    }
  }

  private FeedHeader header(JsonLine json, Supplier<String> place) throws UnreadableFeed {
    if (json.fault() != null) {
      throw new UnreadableFeed(Code.FEED_HEADER_MISSING, place.get() + ": " + json.fault());
    }
    FeedLine entry = intake.entry(1, "feed", place, json.members());
    FeedHeader read = NativeHeader.read(entry);
    Notice fault = intake.fault(entry);
    if (fault != null || read == null) {
      throw new UnreadableFeed(
          new Notice(
              Code.FEED_HEADER_MISSING,
              place.get(),
              fault == null ? "" : fault.read(),
              fault == null ? "" : fault.detail()));
    }
    intake.report(entry);
    return read;
  }

  private void record(JsonLine json, FeedHeader.Mode mode, long number, Supplier<String> place) {
    records++;
    String type = json.type();
    FeedLine entry = intake.entry(number, type == null ? "" : type, place, json.members());
    if (json.fault() != null) {
      entry.refuse(Code.LINE_UNREADABLE, "", json.fault());
    }
    switch (type) {
      case "chain" -> settle(entry, Kind.CHAIN, NativeRecords.chain(entry));
      case "cinema" -> settle(entry, Kind.CINEMA, NativeRecords.cinema(entry));
      case "film" -> settle(entry, Kind.FILM, NativeRecords.film(entry, List.of()));
      case "screen" -> settle(entry, Kind.SCREEN, NativeRecords.screen(entry));
      case "showtime" -> settle(entry, Kind.SHOWTIME, NativeRecords.showtime(entry, null));
      case "withdrawn" -> {
        if (mode == FeedHeader.Mode.FULL) {
          entry.refuse(Code.WITHDRAWAL_IN_FULL_FEED, "", "");
        }
        settle(entry, entry.glance("kind", KIND), withdrawn(entry));
      }
      case null, default -> {
        if (type == null) {
          entry.refuse(Code.TYPE_UNKNOWN, "", "\"type\" is missing, or not a string");
        } else {
          entry.refuse(Code.TYPE_UNKNOWN, type, "");
        }
        settle(entry, null, null);
      }
    }
  }

  private static FeedRecord.@Nullable Withdrawn withdrawn(FeedLine entry) {
    Kind kind = entry.required("kind", KIND);
    String externalId = entry.required("externalId", Limits.EXTERNAL_ID);
    String cinema = kind == Kind.SCREEN ? entry.required("cinema", Limits.EXTERNAL_ID) : null;
    if (kind == null || externalId == null || (kind == Kind.SCREEN && cinema == null)) {
      return null;
    }
    return new FeedRecord.Withdrawn(kind, externalId, cinema);
  }

  private void settle(FeedLine entry, @Nullable Kind kind, @Nullable FeedRecord record) {
    String externalId = kind == null ? null : entry.glance("externalId", Limits.EXTERNAL_ID);
    boolean ofCinema = kind == null || kind == Kind.SCREEN || kind == Kind.SHOWTIME;
    String cinema = ofCinema ? entry.glance("cinema", Limits.EXTERNAL_ID) : null;
    intake.settle(entry, kind, externalId, cinema, record);
  }

  private static boolean isBlank(Lines.Line line) {
    for (byte letter : line.bytes()) {
      if (letter != ' ' && letter != '\t' && letter != '\r') {
        return false;
      }
    }
    return true;
  }

  /// @param line within its file
  private String place(long line, String name) {
    return Intake.place(
        linesBefore + line, source.parts().size() == 1 ? "" : name + ", line " + line);
  }
}
