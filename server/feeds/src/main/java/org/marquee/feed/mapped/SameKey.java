package org.marquee.feed.mapped;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRow;
import org.marquee.feed.FeedSink;
import org.marquee.feed.member.FeedLine;
import org.marquee.feed.member.Intake;
import org.marquee.listing.Kind;
import org.marquee.notice.Notice;

/// What becomes of rows of one key. Where they are one record, one of them is chosen, whatever the
/// order they stand in: one that is shown, that is sound, and that tells most.
sealed interface SameKey {
  /// The line of the first.
  long line();

  void settle(Intake intake, FeedSink sink);

  /// The better one of two.
  SameKey or(SameKey other);

  /// A row that makes a record, or is refused.
  ///
  /// @param record null where the entry has a fault
  /// @param faults what is wrong with its members
  record Told(
      long line,
      FeedLine entry,
      Kind kind,
      @Nullable String externalId,
      @Nullable String cinema,
      @Nullable FeedRecord record,
      List<RowValues.MemberFault> faults)
      implements SameKey {
    /// Which of several rows tells most. Of equals any would do, but it must be the same one each
    /// time.
    private static final Comparator<Told> BEST =
        Comparator.comparingLong((Told told) -> facts(told.record))
            .thenComparingInt(told -> -told.faults.size())
            .thenComparing(told -> String.valueOf(told.record))
            .thenComparing(told -> told.faults.toString());

    @Override
    public void settle(Intake intake, FeedSink sink) {
      intake.settle(entry, kind, externalId, cinema, record);
    }

    @Override
    public SameKey or(SameKey other) {
      return other instanceof Told told && BEST.compare(told, this) > 0 ? told : this;
    }

    private static long facts(@Nullable FeedRecord record) {
      return switch (record) {
        case null -> -1;
        case FeedRecord.Film film ->
            film.directors().size()
                + film.facts().values().size()
                + film.details().values().size()
                + count(film.title());
        case FeedRecord.Cinema cinema ->
            cinema.details().values().size()
                + count(
                    cinema.chain(),
                    cinema.timeZone(),
                    cinema.countryCode(),
                    cinema.locality(),
                    cinema.postcode(),
                    cinema.address(),
                    cinema.latitude());
        case FeedRecord.Chain chain -> count(chain.websiteUrl());
        case FeedRecord.Screen _, FeedRecord.Showtime _, FeedRecord.Withdrawn _ -> 0;
      };
    }

    private static long count(@Nullable Object... facts) {
      return Stream.of(facts).filter(Objects::nonNull).count();
    }
  }

  /// A row that is left out.
  ///
  /// @param externalId as [FeedRow.LeftOut] has it
  record Hidden(long line, Kind kind, @Nullable String externalId, Notice notice)
      implements SameKey {
    @Override
    public void settle(Intake intake, FeedSink sink) {
      sink.row(line, new FeedRow.LeftOut(kind, externalId, notice));
    }

    @Override
    public SameKey or(SameKey other) {
      boolean first =
          other instanceof Hidden told
              && Comparator.comparing((Hidden each) -> each.notice.code())
                      .thenComparing(each -> each.notice.read())
                      .compare(this, told)
                  <= 0;
      return first ? this : other;
    }
  }
}
