package org.marquee.store.reconcile;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The phases of an import in their order, and which temporary tables each one reads and writes. A
/// test compares this page with the statements that run.
enum Phase {
  /// The cinemas that the header names are staged.
  SCOPED("", "scope_cinema"),
  /// A feed that is too old or unusable is refused.
  JUDGED(
      "scope_cinema staged_cinema staged_screen staged_showtime staged_cancellation "
          + "staged_withdrawal",
      ""),
  /// Every staged showtime has an id of its own: colliding ones are made distinct, moved ones keep
  /// theirs.
  KEYED(
      "staged_showtime staged_mention colliding_key renamed_line assigned_key",
      "staged_showtime staged_mention staged_cancellation staged_withdrawal colliding_key "
          + "renamed_line assigned_key"),
  /// Every record is staged once: the last of several lines counts.
  MERGED(
      "staged_chain staged_cinema staged_film staged_screen staged_showtime "
          + "staged_mention staged_withdrawal staged_cancellation",
      "staged_chain staged_cinema staged_film staged_screen staged_showtime "
          + "staged_withdrawal staged_cancellation touched_cinema"),
  /// What earlier feeds left held back is staged too.
  RESTAGED(
      "scope_cinema staged_chain staged_cinema staged_film staged_screen staged_showtime "
          + "staged_mention staged_withdrawal",
      "staged_chain staged_cinema staged_film staged_screen staged_showtime "
          + "forgotten_held_back"),
  /// Chains, cinemas and films are written as source records; incomplete ones are held back.
  SOURCED(
      "staged_chain staged_cinema staged_film scope_cinema completed_source",
      "staged_cinema staged_film staged_mention completed_source zone_before left_record"),
  /// Source records are linked, and the records they describe are published.
  LINKED(
      "staged_showtime left_record relinked_source relinked_programme clean_title "
          + "shared_film feed_period zone_before zone_changed resolved_start",
      "left_record retitled_film relinked_source relinked_programme clean_title shared_film feed_period "
          + "zone_before zone_changed resolved_start"),
  /// Local starts are resolved by the zones that the cinemas have now. Screens and showtimes that
  /// wait for a film, a cinema or a zone are held back, and the others refer to records.
  RESOLVED(
      "staged_showtime zone_name stale_zone resolved_start incomplete_showtime",
      "staged_showtime staged_screen staged_withdrawal staged_mention scope_cinema "
          + "zone_name stale_zone resolved_start incomplete_showtime"),
  /// Screens are written: those of inventories, and those that schedules mention.
  SCREENED(
      "staged_screen staged_showtime scope_cinema mentioned_screen named_screen",
      "staged_screen staged_showtime mentioned_screen named_screen"),
  /// What the feed no longer lists is found: withdrawn, moved, or kept by the guard. A feed that
  /// shrank too much is refused.
  COMPARED(
      "staged_chain staged_cinema staged_film staged_screen staged_showtime "
          + "staged_mention staged_cancellation scope_cinema mentioned_screen unlisted_showtime "
          + "undone_record moved_showtime moved_key programme_day kept_cinema "
          + "forgotten_held_back",
      "staged_showtime unlisted_showtime undone_record moved_showtime moved_key "
          + "programme_day kept_cinema"),
  /// The programmes are counted for the report.
  COUNTED(
      "staged_showtime staged_withdrawal staged_cancellation scope_cinema reported_cinema",
      "reported_cinema programme_before"),
  /// Showtimes are written; duplicate screens are merged.
  WRITTEN("staged_showtime staged_screen scope_cinema duplicate_screen", "duplicate_screen"),
  /// What is unlisted, cancelled or withdrawn by its id goes; the rest keeps its observation.
  WITHDRAWN(
      "staged_chain staged_cinema staged_film staged_screen staged_showtime "
          + "staged_mention staged_withdrawal staged_cancellation scope_cinema mentioned_screen "
          + "unlisted_showtime undone_record closed_cinema shared_film former_period",
      "staged_withdrawal unlisted_showtime touched_cinema touched_showing left_record "
          + "closed_cinema shared_film former_period"),
  /// Records that lost a source record are published again, and shared showings grouped again.
  RELINKED(
      "staged_showtime retitled_film chosen_title left_record relinked_source relinked_programme zone_before zone_changed "
          + "resolved_start shared_cinema touched_showing grouped_showing",
      "retitled_film chosen_title left_record relinked_source relinked_programme zone_before zone_changed "
          + "resolved_start shared_cinema touched_showing grouped_showing"),
  /// The observations of programmes and of the provider confirm all that was listed.
  CONFIRMED(
      "staged_chain staged_cinema staged_film staged_screen staged_showtime scope_cinema "
          + "touched_cinema mentioned_screen kept_cinema",
      ""),
  /// The programmes are counted again, and the report is made.
  REPORTED("staged_showtime reported_cinema programme_before programme_after", "programme_after");

  @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable set
  private final Set<TempTable> reads;

  @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable set
  private final Set<TempTable> writes;

  /// @param reads the tables that it reads, as statements call them, with spaces between them
  /// @param writes those that it creates, fills, changes or drops
  Phase(String reads, String writes) {
    this.reads = tables(reads);
    this.writes = tables(writes);
  }

  Set<TempTable> reads() {
    return reads;
  }

  Set<TempTable> writes() {
    return writes;
  }

  private static Set<TempTable> tables(String names) {
    return Stream.of(names.toUpperCase(Locale.ROOT).split(" ", -1))
        .filter(name -> !name.isEmpty())
        .map(TempTable::valueOf)
        .collect(Collectors.toUnmodifiableSet());
  }
}
