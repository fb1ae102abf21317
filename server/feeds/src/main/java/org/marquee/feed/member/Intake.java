package org.marquee.feed.member;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRow;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.evidence.FeedTitles;
import org.marquee.feed.evidence.KnownFilm;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.title.label.LabelFacts;
import org.marquee.title.label.Vocabulary;

/// Passes the entries of one feed from a reader to the sink: numbers them as lines, reports their
/// findings in order, and reports once what recurs.
public final class Intake {
  private static final Duration AHEAD = Duration.ofMinutes(10);

  private final FeedSink sink;
  private final Vocabulary vocabulary;
  private final FeedTitles titles;
  private final Labels labels;
  private final Sightings members = new Sightings(Code.MEMBER_UNKNOWN);

  private final Map<String, FeedRecord> passedOn = new HashMap<>();

  /// When the feed was taken, and until when something can have been seen: clocks differ.
  private Instant observedAt;

  private final Instant latest;
  private long number;

  /// For the entries of `source`.
  public Intake(FeedSink sink, FeedSource source) {
    this(sink, source.vocabulary(), source.titles(), source.observedAt());
  }

  Intake(FeedSink sink, Vocabulary vocabulary, FeedTitles titles, Instant observedAt) {
    this.sink = sink;
    this.vocabulary = vocabulary;
    this.titles = titles;
    this.labels = new Labels(vocabulary, titles);
    this.observedAt = observedAt;
    this.latest = observedAt.plus(AHEAD);
  }

  /// Notes the time that the feed itself gives.
  public void takenAt(Instant time) {
    observedAt = time;
  }

  /// The reading of one object, which ends with [#settle], [#settleOnce] or [#leaveOut].
  public interface Reading {
    /// Reads it.
    ///
    /// @param id its external id, if it could be read
    void of(FeedLine entry, @Nullable String id);
  }

  /// Where a line stands, as notices tell it: `line 17 (b.json $.films[3])`.
  ///
  /// @param where in its file; may be empty
  public static String place(long line, String where) {
    return where.isEmpty() ? "line " + line : "line " + line + " (" + where + ")";
  }

  /// Begins the reading of the next line.
  ///
  /// @param type what the format calls it, for notices
  /// @param where where it stands ([#place]), made only where a notice needs it
  public FeedLine next(String type, Supplier<String> where, Members members) {
    long line = ++number;
    return entry(line, type, () -> place(line, where.get()), members);
  }

  /// Reads the objects of a list, and refuses what is not an object.
  ///
  /// @param type what the format calls them, for notices
  /// @param where the list stands, as `b.json $.films`
  public void each(Kind kind, String type, String where, List<Value> list, Reading reading) {
    for (int at = 0; at < list.size(); at++) {
      String place = where + "[" + at + "]";
      if (list.get(at) instanceof Members members) {
        FeedLine entry = next(type, () -> place, members);
        reading.of(entry, entry.glance("id", Limits.EXTERNAL_KEY));
      } else {
        String why = "a " + kind.word() + " must be an object";
        refuse(kind, null, null, place, Code.LINE_UNREADABLE, list.get(at).shown(), why);
      }
    }
  }

  /// Begins the reading of a line whose number the reader knows.
  ///
  /// @param type what the format calls it, for notices
  /// @param place where it stands, made only where a notice needs it
  public FeedLine entry(long line, String type, Supplier<String> place, Members members) {
    return new FeedLine(this, new FeedLine.Findings(line, type, place), members, "");
  }

  /// Ends the reading of one line: it goes to the sink with its warnings, or is refused if a fault
  /// was found.
  ///
  /// @param kind of the record; null only if it is unknown and a fault was found
  /// @param externalId the external id, if it could be read
  /// @param cinema as [FeedRow.RefusedLine] has it, should the line be refused
  /// @param record what was read; may be null only where a fault was found
  public void settle(
      FeedLine entry,
      @Nullable Kind kind,
      @Nullable String externalId,
      @Nullable String cinema,
      @Nullable FeedRecord record) {
    FeedLine.Findings findings = entry.findings();
    if (findings.fault != null) {
      sink.row(findings.line, new FeedRow.RefusedLine(kind, externalId, cinema, findings.fault));
      return;
    }
    if (record == null) {
      throw new IllegalStateException("no record and no fault: " + findings.place.get());
    }
    findings.warnings.forEach(sink::notice);
    findings.parts.forEach(FeedLine::reportUnknownMembers);
    entry.reportLabels();
    if (titles.isLearning()) {
      learn(record, findings.wordings);
    }
    sink.row(findings.line, new FeedRow.Valid(completed(record, findings.facts)));
  }

  /// The record with what the words around its title say.
  private FeedRecord completed(FeedRecord record, Collection<String> facts) {
    return switch (record) {
      case FeedRecord.Showtime showtime when !facts.isEmpty() ->
          showtime.with(showtime.details().completedBy(LabelFacts.details(facts)));
      case FeedRecord.Film film when film.title() != null ->
          film.withBracket(titles.bracket(film.externalId(), film.title(), vocabulary));
      default -> record;
    };
  }

  /// Has the titles of the feed learn from a record.
  ///
  /// @param labels those of a showtime, as they are written
  private void learn(FeedRecord record, List<String> labels) {
    if (record instanceof FeedRecord.Film film && film.title() != null) {
      KnownFilm said =
          new KnownFilm(
              film.directors(),
              film.durationMinutes(),
              film.extCatalogAId(),
              film.extCatalogBId(),
              null);
      titles.noteFilm(film.externalId(), film.title(), said, vocabulary);
    } else if (record instanceof FeedRecord.Showtime showtime) {
      titles.noteLabels(showtime.film(), labels);
    } else if (record instanceof FeedRecord.Cinema cinema) {
      titles.noteCountry(cinema.countryCode());
    }
  }

  /// Ends the reading of an object that every file of the feed may repeat. A repeated one that is
  /// the same is no further record, and has no number. Call it before the next line begins.
  public void settleOnce(
      FeedLine entry, Kind kind, @Nullable String externalId, @Nullable FeedRecord record) {
    if (record != null && fault(entry) == null) {
      String key = kind.word() + " " + record.externalId();
      if (record.equals(passedOn.put(key, record))) {
        number--;
        return;
      }
    }
    settle(entry, kind, externalId, null, record);
  }

  /// Ends the reading of a line that a rule leaves out.
  ///
  /// @param externalId its external id, if the line itself is marked as not to be shown
  ///   ([FeedRow.LeftOut])
  /// @param read the value that the rule applies to
  public void leaveOut(
      FeedLine entry,
      Kind kind,
      @Nullable String externalId,
      Code code,
      String read,
      String detail) {
    FeedLine.Findings findings = entry.findings();
    Notice notice = new Notice(code, findings.place.get(), read, detail);
    sink.row(findings.line, new FeedRow.LeftOut(kind, externalId, notice));
  }

  /// Refuses the next line, of which no more than this is read.
  ///
  /// @param cinema as [#settle] has it
  /// @param where where it stands ([#place])
  public void refuse(
      Kind kind,
      @Nullable String externalId,
      @Nullable String cinema,
      String where,
      Code code,
      String read,
      String why) {
    FeedLine entry = next("", () -> where, new Members());
    entry.refuse(code, read, why);
    settle(entry, kind, externalId, cinema, null);
  }

  /// Passes on a record of the operator's, which is in no file.
  public void add(FeedRecord record) {
    sink.row(++number, new FeedRow.Valid(record));
  }

  /// Reports a name that occurs twice in an object of a file, if there is one.
  public void reportRepeated(String file, @Nullable String name) {
    if (name != null) {
      sink.notice(new Notice(Code.MEMBER_REPEATED, place(number + 1, file), name, ""));
    }
  }

  /// Reports the ids that the feed uses for showings at different times, in one notice; none if
  /// there are none.
  public void reportShared(SortedSet<String> ids) {
    if (!ids.isEmpty()) {
      String detail = ids.size() == 1 ? "one id" : ids.size() + " ids, the first of which is shown";
      sink.notice(new Notice(Code.ID_SHARED, "", ids.first(), detail));
    }
  }

  /// Reports what was counted over the whole feed. Call it once, at the end.
  public void finish() {
    labels.report(sink);
    members.report(sink);
  }

  Instant observedAt() {
    return observedAt;
  }

  Instant latest() {
    return latest;
  }

  Vocabulary vocabulary() {
    return vocabulary;
  }

  FeedTitles titles() {
    return titles;
  }

  Labels labels() {
    return labels;
  }

  void countUnknownMember(String type, String name, Supplier<String> place) {
    members.count(type + ": " + name, place);
  }

  /// Reports the warnings of an entry that is not a line of its own, such as a header.
  public void report(FeedLine entry) {
    entry.findings().warnings.forEach(sink::notice);
    entry.findings().parts.forEach(FeedLine::reportUnknownMembers);
  }

  /// The fault in an entry that is not a line of its own; null if there is none.
  public @Nullable Notice fault(FeedLine entry) {
    return entry.findings().fault;
  }
}
