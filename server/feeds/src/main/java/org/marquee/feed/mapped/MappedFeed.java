package org.marquee.feed.mapped;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRow;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.evidence.Cancellations;
import org.marquee.feed.member.Intake;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// The reading of one feed by a mapping: makes records of its rows, once it is known what it covers
/// ([LookAhead]).
final class MappedFeed implements MappedFiles.Taker {
  private final Mapping mapping;
  private final FeedSource source;
  private final MappedFiles files;
  private final LookAhead ahead;
  private final FeedSink sink;
  private final Intake intake;
  private final UnknownKeys unknownKeys;
  private final List<RuleRows> rules = new ArrayList<>();

  /// The name of the file that is read.
  private String file = "";

  private long number;

  private MappedFeed(MappedFiles files, LookAhead ahead, FeedSink sink) {
    this.mapping = files.mapping();
    this.source = files.source();
    this.files = files;
    this.ahead = ahead;
    this.sink = sink;
    this.unknownKeys = new UnknownKeys(files.mapping());
    this.intake = new Intake(sink, source);
    for (Mapping.Rule rule : mapping.rules()) {
      ValuePath.Walk walk = new ValuePath.Walk(spot -> broken(rule, spot));
      rules.add(new RuleRows(rule, mapping.isReportedElsewhere(rule), new LinkedHashMap<>(), walk));
    }
  }

  /// What is met of one rule's rows.
  ///
  /// @param reportedElsewhere whether another rule reports what becomes of these rows
  /// @param sameKeys what rows of one key say, where they are one record
  private record RuleRows(
      Mapping.Rule rule,
      boolean reportedElsewhere,
      Map<String, SameKey> sameKeys,
      ValuePath.Walk walk) {}

  /// Reads the feed into `sink`.
  ///
  /// @throws UnreadableFeed if it is not what the mapping describes; nothing of it may then be
  ///   stored
  /// @throws IOException if its bytes cannot be had
  static void read(Mapping mapping, FeedSource source, FeedSink sink) throws IOException {
    boolean placeless =
        mapping.rules(Kind.SHOWTIME).anyMatch(rule -> !rule.fields().containsKey("cinema"));
    if (placeless && source.cinema() == null) {
      throw new UnreadableFeed(
          "the format does not name its venue; describe it with --cinema FILE");
    }
    MappedFiles files = new MappedFiles(mapping, source);
    try {
      new MappedFeed(files, new LookAhead(files), sink).read();
    } catch (PatternWork.Endless e) {
      throw new UnreadableFeed(Code.MAPPING_FAULTY, mapping.name() + ": " + e.getMessage());
    }
  }

  private void read() throws IOException {
    Set<String> cinemas = ahead.cinemas();
    String lost = ahead.lost();
    sink.header(
        new FeedHeader(
                mapping.says() == Mapping.Says.WHAT_IS_LISTED || lost != null
                    ? FeedHeader.Mode.DELTA
                    : FeedHeader.Mode.FULL,
                source.observedAt(),
                null,
                cinemas == null ? null : new FeedHeader.Covers(null, null, cinemas),
                mapping.keys())
            .withStandIns(mapping.standIns()));
    if (lost != null) {
      sink.notice(Notice.of(Code.PART_LOST, lost));
    }
    for (FeedSource.Part part : source.parts()) {
      long before = number;
      file = part.name();
      files.read(part, this);
      if (number == before && source.parts().size() > 1) {
        sink.notice(Notice.of(Code.FILE_WITHOUT_RECORDS, part.name()));
      }
    }
    rules.forEach(rows -> rows.sameKeys.values().forEach(same -> same.settle(intake, sink)));
    refuseIfNothingIsWhereItShouldBe();
    unknownKeys.report(sink);
    intake.finish();
  }

  @Override
  public void document(Spot whole, Supplier<String> place) {
    for (RuleRows rows : rules) {
      rows.rule.eachRow(
          whole,
          rows.walk,
          row -> {
            String at = row.toString();
            Supplier<String> where =
                () -> at.equals("$") ? place.get() : (place.get() + " " + at).strip();
            RowShowing.of(rows.rule, row, ahead.reach(null))
                .forEach(showing -> row(rows, row, showing, where));
          });
    }
  }

  /// What should hold rows, and holds nobody knows how many.
  private void broken(Mapping.Rule rule, Spot spot) {
    String why = rule.each() + " needs a list or an object here";
    refuse(rule, spot.toString(), spot.value().shown(), why);
  }

  /// Refuses what cannot be read, once for the rules that would make a record of it.
  private void refuse(Mapping.Rule rule, String place, String read, String why) {
    if (!rule.once()) {
      long line = ++number;
      Notice notice = new Notice(Code.LINE_UNREADABLE, place(line, place), read, why);
      sink.row(line, new FeedRow.RefusedLine(rule.kind(), null, null, notice));
    }
  }

  private void row(RuleRows rows, Spot row, RowShowing showing, Supplier<String> place) {
    Mapping.Rule rule = rows.rule;
    Mapping.LeaveOut leaveOut = rule.whyLeftOut(row, ahead.reach(null));
    if (leaveOut != null) {
      if (!rows.reportedElsewhere) {
        long line = ++number;
        String id = leaveOut.isSaidOfIt() ? object(rule, row, showing).externalId() : null;
        Notice notice =
            new Notice(Code.LEFT_OUT_BY_MAPPING, place(line, place.get()), "", leaveOut.reason());
        sink.row(line, new FeedRow.LeftOut(rule.kind(), id, notice));
      }
      return;
    }
    unknownKeys.row(rows, place);
    NativeObject object = object(rule, row, showing);
    String key = object.externalId();
    if (rule.once() && key == null && rows.reportedElsewhere) {
      return;
    }
    SameKey same = rule.once() && key != null ? rows.sameKeys.get(key) : null;
    long line = same == null ? ++number : same.line();
    Supplier<String> where = () -> place(line, place.get());
    Code hidden = hidden(rule, row, object);
    if (hidden == null
        && rule.kind() == Kind.FILM
        && rule.once()
        && key != null
        && !object.title().isEmpty()) {
      source.noteFilm(key, object.title());
    }
    SameKey read =
        hidden == null
            ? object.read(intake, line, where)
            : new SameKey.Hidden(
                line,
                rule.kind(),
                rule.kind() == Kind.SHOWTIME ? key : null,
                new Notice(
                    hidden,
                    where.get(),
                    object.title().isEmpty() ? "film " + object.film() : object.title(),
                    ""));
    if (rule.once() && key != null) {
      rows.sameKeys.merge(key, read, SameKey::or);
    } else {
      read.settle(intake, sink);
    }
  }

  /// Why a row's title, or all titles of the film referred to, keep it from everybody; null where
  /// none does.
  private @Nullable Code hidden(Mapping.Rule rule, Spot row, NativeObject object) {
    if (rule.kind() != Kind.SHOWTIME || !object.title().isEmpty()) {
      return Cancellations.inTitle(object.title());
    }
    return ahead.hiddenFilms().why(rule, row, object.film(), ahead.reach(null));
  }

  private NativeObject object(Mapping.Rule rule, Spot row, RowShowing showing) {
    return new NativeObject(
        mapping,
        rule,
        source,
        new RowValues(mapping, rule, source, row, showing, ahead.reach(unknownKeys)));
  }

  @Override
  public void broken(String place, String why) {
    rules.forEach(rows -> refuse(rows.rule, place, "", why));
  }

  @Override
  public void lacking(String place, int columns) {
    sink.notice(
        new Notice(
            Code.CELLS_MISSING,
            place(number + 1, place),
            "",
            columns == 1 ? "the last cell is missing" : columns + " cells are missing"));
  }

  @Override
  public void columns(Set<String> columns) throws UnreadableFeed {
    CsvColumns.check(mapping, columns, file, sink);
  }

  private String place(long line, String place) {
    String where = source.parts().size() == 1 ? place : (file + " " + place).strip();
    return Intake.place(line, where);
  }

  /// A feed whose rows are not where the mapping looks for them is another feed, or one that has
  /// changed: it must not look like one that lists nothing.
  private void refuseIfNothingIsWhereItShouldBe() throws UnreadableFeed {
    for (RuleRows rows : rules) {
      if (rows.walk.found == 0 && rows.walk.missed > 0 && !rows.rule.awaited()) {
        throw new UnreadableFeed(
            "there is no "
                + rows.rule.each()
                + ", from which the mapping "
                + mapping.name()
                + " reads each "
                + rows.rule.kind().word());
      }
    }
  }
}
