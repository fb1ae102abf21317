package org.marquee.store.reconcile;

import static org.marquee.store.reconcile.TempTable.*;

import java.util.Set;

/// The phases of an import in their order, and which temporary tables each one reads and writes. A
/// test compares this page with the statements that run.
enum Phase {
  /// The cinemas that the header names are staged.
  SCOPED(reading(), writing(SCOPE_CINEMA)),
  /// A feed that is too old or unusable is refused.
  JUDGED(
      reading(
          SCOPE_CINEMA,
          STAGED_CINEMA,
          STAGED_SCREEN,
          STAGED_SHOWTIME,
          STAGED_CANCELLATION,
          STAGED_WITHDRAWAL),
      writing()),
  /// Every staged showtime has an id of its own: colliding ones are told apart, moved ones keep
  /// theirs.
  KEYED(
      reading(STAGED_SHOWTIME, STAGED_MENTION, COLLIDING_KEY, RENAMED_LINE, ASSIGNED_KEY),
      writing(
          STAGED_SHOWTIME,
          STAGED_MENTION,
          STAGED_CANCELLATION,
          STAGED_WITHDRAWAL,
          COLLIDING_KEY,
          RENAMED_LINE,
          ASSIGNED_KEY)),
  /// Every record is staged once: the last of several lines counts.
  MERGED(
      reading(
          STAGED_CHAIN,
          STAGED_CINEMA,
          STAGED_FILM,
          STAGED_SCREEN,
          STAGED_SHOWTIME,
          STAGED_MENTION,
          STAGED_WITHDRAWAL,
          STAGED_CANCELLATION),
      writing(
          STAGED_CHAIN,
          STAGED_CINEMA,
          STAGED_FILM,
          STAGED_SCREEN,
          STAGED_SHOWTIME,
          STAGED_WITHDRAWAL,
          STAGED_CANCELLATION,
          TOUCHED_CINEMA)),
  /// What earlier feeds left held back is staged too.
  RESTAGED(
      reading(
          SCOPE_CINEMA,
          STAGED_CHAIN,
          STAGED_CINEMA,
          STAGED_FILM,
          STAGED_SCREEN,
          STAGED_SHOWTIME,
          STAGED_MENTION,
          STAGED_WITHDRAWAL),
      writing(
          STAGED_CHAIN,
          STAGED_CINEMA,
          STAGED_FILM,
          STAGED_SCREEN,
          STAGED_SHOWTIME,
          FORGOTTEN_HELD_BACK)),
  /// Chains, cinemas and films are written as source records; incomplete ones are held back.
  SOURCED(
      reading(STAGED_CHAIN, STAGED_CINEMA, STAGED_FILM, SCOPE_CINEMA, COMPLETED_SOURCE),
      writing(
          STAGED_CINEMA, STAGED_FILM, STAGED_MENTION, COMPLETED_SOURCE, ZONE_BEFORE, LEFT_RECORD)),
  /// Source records are linked, and the records they describe are published.
  LINKED(
      reading(
          STAGED_SHOWTIME,
          LEFT_RECORD,
          RELINKED_SOURCE,
          RELINKED_PROGRAMME,
          CLEAN_TITLE,
          SHARED_FILM,
          FEED_PERIOD,
          ZONE_BEFORE,
          ZONE_CHANGED,
          RESOLVED_START),
      writing(
          LEFT_RECORD,
          RELINKED_SOURCE,
          RELINKED_PROGRAMME,
          CLEAN_TITLE,
          SHARED_FILM,
          FEED_PERIOD,
          ZONE_BEFORE,
          ZONE_CHANGED,
          RESOLVED_START)),
  /// Local starts are resolved by the zones that the cinemas have now. Screens and showtimes that
  /// wait for a film, a cinema or a zone are held back, and the others refer to records.
  RESOLVED(
      reading(STAGED_SHOWTIME, ZONE_NAME, STALE_ZONE, RESOLVED_START, INCOMPLETE_SHOWTIME),
      writing(
          STAGED_SHOWTIME,
          STAGED_SCREEN,
          STAGED_WITHDRAWAL,
          STAGED_MENTION,
          SCOPE_CINEMA,
          ZONE_NAME,
          STALE_ZONE,
          RESOLVED_START,
          INCOMPLETE_SHOWTIME)),
  /// Screens are written: those of inventories, and those that schedules mention.
  SCREENED(
      reading(STAGED_SCREEN, STAGED_SHOWTIME, SCOPE_CINEMA, MENTIONED_SCREEN, NAMED_SCREEN),
      writing(STAGED_SCREEN, STAGED_SHOWTIME, MENTIONED_SCREEN, NAMED_SCREEN)),
  /// What the feed no longer lists is found: withdrawn, moved, or kept by the guard. A feed that
  /// shrank too much is refused.
  COMPARED(
      reading(
          STAGED_CHAIN,
          STAGED_CINEMA,
          STAGED_FILM,
          STAGED_SCREEN,
          STAGED_SHOWTIME,
          STAGED_MENTION,
          STAGED_CANCELLATION,
          SCOPE_CINEMA,
          MENTIONED_SCREEN,
          UNLISTED_SHOWTIME,
          UNDONE_RECORD,
          MOVED_SHOWTIME,
          MOVED_KEY,
          PROGRAMME_DAY,
          KEPT_CINEMA,
          FORGOTTEN_HELD_BACK),
      writing(
          STAGED_SHOWTIME,
          UNLISTED_SHOWTIME,
          UNDONE_RECORD,
          MOVED_SHOWTIME,
          MOVED_KEY,
          PROGRAMME_DAY,
          KEPT_CINEMA)),
  /// The programmes are counted for the report.
  COUNTED(
      reading(
          STAGED_SHOWTIME, STAGED_WITHDRAWAL, STAGED_CANCELLATION, SCOPE_CINEMA, REPORTED_CINEMA),
      writing(REPORTED_CINEMA, PROGRAMME_BEFORE)),
  /// Showtimes are written; duplicate screens are merged.
  WRITTEN(
      reading(STAGED_SHOWTIME, STAGED_SCREEN, SCOPE_CINEMA, DUPLICATE_SCREEN),
      writing(DUPLICATE_SCREEN)),
  /// What is unlisted, cancelled or withdrawn by its id goes; the rest keeps its observation.
  WITHDRAWN(
      reading(
          STAGED_CHAIN,
          STAGED_CINEMA,
          STAGED_FILM,
          STAGED_SCREEN,
          STAGED_SHOWTIME,
          STAGED_MENTION,
          STAGED_WITHDRAWAL,
          STAGED_CANCELLATION,
          SCOPE_CINEMA,
          MENTIONED_SCREEN,
          UNLISTED_SHOWTIME,
          UNDONE_RECORD,
          CLOSED_CINEMA,
          SHARED_FILM,
          FORMER_PERIOD),
      writing(
          STAGED_WITHDRAWAL,
          UNLISTED_SHOWTIME,
          TOUCHED_CINEMA,
          TOUCHED_SHOWING,
          LEFT_RECORD,
          CLOSED_CINEMA,
          SHARED_FILM,
          FORMER_PERIOD)),
  /// Records that lost a source record are published again, and shared showings grouped again.
  RELINKED(
      reading(
          LEFT_RECORD,
          RELINKED_SOURCE,
          RELINKED_PROGRAMME,
          ZONE_BEFORE,
          ZONE_CHANGED,
          RESOLVED_START,
          SHARED_CINEMA,
          TOUCHED_SHOWING,
          GROUPED_SHOWING),
      writing(
          LEFT_RECORD,
          RELINKED_SOURCE,
          RELINKED_PROGRAMME,
          ZONE_BEFORE,
          ZONE_CHANGED,
          RESOLVED_START,
          SHARED_CINEMA,
          TOUCHED_SHOWING,
          GROUPED_SHOWING)),
  /// The observations of programmes and of the provider confirm all that was listed.
  CONFIRMED(
      reading(
          STAGED_CHAIN,
          STAGED_CINEMA,
          STAGED_FILM,
          STAGED_SCREEN,
          STAGED_SHOWTIME,
          SCOPE_CINEMA,
          TOUCHED_CINEMA,
          MENTIONED_SCREEN,
          KEPT_CINEMA),
      writing()),
  /// The programmes are counted again, and the report is made.
  REPORTED(
      reading(STAGED_SHOWTIME, REPORTED_CINEMA, PROGRAMME_BEFORE, PROGRAMME_AFTER),
      writing(PROGRAMME_AFTER));

  @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable set
  private final Set<TempTable> reads;

  @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable set
  private final Set<TempTable> writes;

  Phase(Set<TempTable> reads, Set<TempTable> writes) {
    this.reads = reads;
    this.writes = writes;
  }

  Set<TempTable> reads() {
    return reads;
  }

  /// The tables that it creates, fills, changes or drops.
  Set<TempTable> writes() {
    return writes;
  }

  private static Set<TempTable> reading(TempTable... tables) {
    return Set.of(tables);
  }

  private static Set<TempTable> writing(TempTable... tables) {
    return Set.of(tables);
  }
}
