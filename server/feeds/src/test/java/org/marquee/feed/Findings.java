package org.marquee.feed;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.evidence.FeedTitles;
import org.marquee.feed.filter.CheckedReading;
import org.marquee.listing.FilmFact;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// Keeps what a reader finds.
@NullMarked
public final class Findings implements FeedSink {
  public static final Instant OBSERVED_AT = Instant.parse("2025-01-24T06:00:00Z");

  /// A venue as an operator describes it.
  public static final FeedRecord.Cinema REX =
      new FeedRecord.Cinema(
          "rex", "Rex", null, "Europe/London", "GB", "London", "E8 2PB", null, null, null, null);

  private static final Pattern VERSION = Pattern.compile(", version=.*(?=, end=)");

  private static final Pattern NUMBERED = Pattern.compile("(?s)[0-9]+: .*");

  /// A member without a value, which is not told: a record that gets one more stays as it was
  /// recorded.
  private static final Pattern FACTS =
      Pattern.compile(", facts=KnownFacts\\[values=\\{(.*)}], directors=");

  private static final Pattern ABSENT =
      Pattern.compile(", \\w+=(null|\\[]|Details\\[values=\\{}])(?=[,\\]])");

  public final List<FeedHeader> headers = new ArrayList<>();
  public final List<FeedRecord> records = new ArrayList<>();
  public final List<Refused> refused = new ArrayList<>();
  public final List<Notice> leftOut = new ArrayList<>();

  /// The external ids of lines that were left out.
  public final List<String> calledOff = new ArrayList<>();

  public final List<Notice> notices = new ArrayList<>();

  /// Everything in its order, a line each.
  public final List<String> log = new ArrayList<>();

  /// Why the feed as a whole could not be read.
  public @Nullable Notice unreadable;

  public record Refused(
      long line,
      @Nullable Kind kind,
      @Nullable String externalId,
      @Nullable String cinema,
      Notice notice) {}

  /// What `reader` finds in `parts`.
  public static Findings of(FeedReader reader, FeedRecord.@Nullable Cinema cinema, byte[]... parts)
      throws IOException {
    List<FeedSource.Part> files = new ArrayList<>();
    for (byte[] part : parts) {
      files.add(new BytesPart("part" + (files.size() + 1), part));
    }
    return of(reader, cinema, files);
  }

  /// What `reader` finds in files.
  @SuppressWarnings("NullAway") // does not see in class files that a nested type may be null
  public static Findings of(
      FeedReader reader, FeedRecord.@Nullable Cinema cinema, List<FeedSource.Part> files)
      throws IOException {
    return of(reader, new FeedSource(files, OBSERVED_AT, cinema));
  }

  /// What `reader` finds in a feed.
  public static Findings of(FeedReader reader, FeedSource source) throws IOException {
    Findings findings = new Findings();
    try {
      FeedTitles titles = CheckedReading.titles(reader, source, new FeedSink() {}, _ -> Map.of());
      reader.read(source.with(titles), findings);
      titles.report(findings::notice);
    } catch (UnreadableFeed e) {
      findings.unreadable = e.notice();
      findings.log.add("unreadable feed: " + told(e.notice()));
    }
    return findings;
  }

  /// How many lines of the feed were accounted for.
  public int lines() {
    return records.size() + refused.size() + leftOut.size();
  }

  /// The numbers of these lines, in the order in which they came.
  public List<String> numbers() {
    return log.stream()
        .filter(NUMBERED.asMatchPredicate())
        .map(line -> line.split(":", 2)[0])
        .toList();
  }

  public List<Code> codes() {
    return notices.stream().map(Notice::code).toList();
  }

  public @Nullable Code unreadableCode() {
    return unreadable == null ? null : unreadable.code();
  }

  public FeedRecord onlyRecord() {
    if (records.size() != 1) {
      throw new AssertionError("one record was expected:\n" + this);
    }
    return records.getFirst();
  }

  public Refused onlyRefused() {
    if (refused.size() != 1) {
      throw new AssertionError("one refused line was expected:\n" + this);
    }
    return refused.getFirst();
  }

  @Override
  public void header(FeedHeader header) {
    headers.add(header);
    // Rarely present.
    log.add("header: " + header.toString().replace(", standIns=" + StandIns.NONE, ""));
  }

  @Override
  public void row(long line, FeedRow row) {
    switch (row) {
      case FeedRow.Valid(FeedRecord record) -> record(line, record);
      case FeedRow.RefusedLine(Kind kind, String externalId, String cinema, Notice notice) ->
          refused(line, kind, externalId, cinema, notice);
      case FeedRow.LeftOut(_, String externalId, Notice notice) ->
          leftOut(line, externalId, notice);
    }
  }

  private void record(long line, FeedRecord record) {
    records.add(record);
    // The version of a showtime is not published.
    String told = VERSION.matcher(record.toString()).replaceFirst("");
    told = FACTS.matcher(told).replaceFirst(", $1, directors=").replace(", , ", ", ");
    for (FilmFact fact : FilmFact.values()) {
      told = told.replace(fact.name() + "=", fact.member() + "=");
    }
    log.add(line + ": " + ABSENT.matcher(told).replaceAll(""));
  }

  private void refused(
      long line,
      @Nullable Kind kind,
      @Nullable String externalId,
      @Nullable String cinema,
      Notice notice) {
    refused.add(new Refused(line, kind, externalId, cinema, notice));
    log.add(
        "%d: refused %s %s%s: %s"
            .formatted(
                line,
                kind == null ? "-" : kind.word(),
                externalId == null ? "-" : externalId,
                cinema == null ? "" : " of cinema " + cinema,
                told(notice)));
  }

  private void leftOut(long line, @Nullable String externalId, Notice notice) {
    leftOut.add(notice);
    if (externalId != null) {
      calledOff.add(externalId);
    }
    log.add(line + ": left out: " + told(notice));
  }

  @Override
  public void notice(Notice notice) {
    notices.add(notice);
    log.add("notice: " + told(notice));
  }

  private static String told(Notice notice) {
    return "%s at [%s] read [%s]: %s"
        .formatted(notice.code(), notice.place(), notice.read(), notice.detail());
  }

  @Override
  public String toString() {
    return log.stream().map(line -> line + "\n").collect(Collectors.joining());
  }
}
