package org.marquee.feed;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.title.Vocabulary;

/// Passes the entries of one feed from a reader to the sink: reports their findings in order, and
/// reports once what recurs.
public final class Intake {
  private final FeedSink sink;
  private final Vocabulary vocabulary;
  private final FeedTitles titles;
  private final Sightings labels = new Sightings(Code.LABEL_UNKNOWN);
  private final Sightings members = new Sightings(Code.MEMBER_UNKNOWN);

  /// For the entries of `source`.
  public Intake(FeedSink sink, FeedSource source) {
    this(sink, source.vocabulary(), source.titles());
  }

  Intake(FeedSink sink, Vocabulary vocabulary, FeedTitles titles) {
    this.sink = sink;
    this.vocabulary = vocabulary;
    this.titles = titles;
  }

  /// Begins the reading of one line.
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
  /// @param cinema for a screen, its cinema, where it could be read
  /// @param record what was read; may be null only where a fault was found
  public void settle(
      FeedLine entry,
      @Nullable Kind kind,
      @Nullable String externalId,
      @Nullable String cinema,
      @Nullable FeedRecord record) {
    FeedLine.Findings findings = entry.findings();
    if (findings.fault != null) {
      sink.refused(findings.line, kind, externalId, cinema, findings.fault);
      return;
    }
    if (record == null) {
      throw new IllegalStateException("no record and no fault: " + findings.place.get());
    }
    findings.warnings.forEach(sink::notice);
    findings.parts.forEach(FeedLine::reportUnknownMembers);
    entry.reportLabels();
    titles.note(record, findings.wordings, vocabulary);
    sink.record(findings.line, record);
  }

  /// Reports what was counted over the whole feed. Call it once, at the end.
  public void finish() {
    labels.report(sink);
    members.report(sink);
  }

  Vocabulary vocabulary() {
    return vocabulary;
  }

  FeedTitles titles() {
    return titles;
  }

  /// Whether it is known what a label says, or that it is one: words that were taken from around a
  /// title are.
  boolean isKnown(String label) {
    return titles.words().isTaken(label) || vocabulary.isKnown(label);
  }

  void countUnknownLabel(String label, Supplier<String> place) {
    labels.count(label, place);
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
