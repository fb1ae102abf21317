package org.marquee.listing;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.SourceStatement;

/// Receives one state of the data from [ChangeSource#copy]: first [#begin], then every
/// confirmation, then records in any order.
///
/// Of an edition that is not whole, [#changed] names for each kind which records are no longer as
/// they were, and what there still is of them is sent after that, like all that is new.
public interface ChangeSink {
  /// What is going to be sent.
  ///
  /// @param whole whether all of it is sent; what is missing then does not exist
  /// @param madeAt when the database was made
  /// @param newest when any record of a kind was last observed; kinds never observed are missing
  record Edition(Revision revision, boolean whole, Instant madeAt, Map<Kind, Instant> newest) {
    public Edition {
      newest = Map.copyOf(newest);
    }
  }

  /// Which part of a record's observation is its own, and which is that of the last feed that
  /// confirmed it together with others: its programme's (the provider's word on one cinema) for
  /// cinemas, screens and showtimes, its provider's for films and chains.
  enum Observed {
    /// All of it is the record's own.
    ALONE,
    /// When it was observed is shared; when the source was updated is the record's own.
    TOGETHER_UPDATED_ALONE,
    /// All of it is shared.
    TOGETHER
  }

  /// Announces what is going to be sent.
  void begin(Edition edition);

  /// The last feed that confirmed many records at once; all of them are sent each time, whole
  /// edition or not.
  ///
  /// @param cinemaId of a programme; null for a provider's films and chains
  void confirmed(
      String provider,
      @Nullable String cinemaId,
      Instant observedAt,
      @Nullable Instant sourceUpdatedAt);

  /// The statement of a provider on the programme of a cinema; all are sent each time, whole
  /// edition or not, in the order of the providers' names.
  void statement(String cinemaId, SourceStatement statement);

  /// An id that is not a record's, or no longer, and the record that answers for it; all of them
  /// are sent each time, whole edition or not, before the records.
  void alias(String id, String survivor);

  /// A chain, and its place in their list.
  void chain(Chain chain, String sortKey, Observed observed);

  /// A cinema, and what it is found by.
  ///
  /// @param postcodeKey its postcode as [Postcodes#key] writes it; null where its postcode is not
  ///   known, and another text is published in its place
  /// @param searchText folded name, locality, postcode, and postcode without spaces, a line each
  /// @param clock its time zone; null where nobody names it
  void cinema(
      Cinema cinema,
      String sortKey,
      @Nullable String postcodeKey,
      String searchText,
      @Nullable ZoneId clock,
      Observed observed);

  /// A film, and its place in their list.
  void film(Film film, String sortKey, Observed observed);

  /// A screen, and its place in the list of its cinema's.
  void screen(Screen screen, String sortKey, Observed observed);

  /// A showtime; what it is listed by is its start.
  void showtime(Showtime showtime, Observed observed);

  /// The records of a kind that are new, changed or gone; sent once for a kind, before them, and
  /// never of a whole edition. Those that are not sent then are no longer there, or are showtimes
  /// that now start too early to be sent.
  void changed(Kind kind, Set<String> ids);
}
