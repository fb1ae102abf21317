package org.marquee.listing;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The pages of what is published, written down and ready to be sent (specification 4).
///
/// Each call puts the records of one page on a [Paper], separated by commas, and says the rest of
/// it in a [Sheet]; all of that is of one state of the data. What is read in memory and what is
/// read with SQL stand behind this: the same question gets the same bytes from both.
///
/// Lists are in the order of [Position] and go on after the position given, or begin at the start;
/// `limit` is 1 to 100. Implementations are safe for many threads; they throw [ListingsUnavailable]
/// when the data cannot be reached.
public interface Sheets {
  /// The newest state that can be read now.
  Revision revision();

  /// Showtimes by (start, id).
  Sheet showtimes(ShowtimeQuery query, Position.@Nullable ByStart after, int limit, Paper paper);

  /// Films by (sorting key, id).
  Sheet films(Position.@Nullable ByName after, int limit, Paper paper);

  /// One film, by its id or that of a record that was merged into it.
  Optional<Sheet> film(String id, Paper paper);

  /// Cinemas by (sorting key, id), or around a centre by (distance, id).
  ///
  /// @throws UnknownPostcode if the centre is a postcode that no geocoded cinema has
  Sheet cinemas(CinemaQuery query, @Nullable Position after, int limit, Paper paper);

  /// One cinema, by its id or that of a record that was merged into it.
  Optional<Sheet> cinema(String id, Paper paper);

  /// The screens of a cinema by (folded name in natural order, id); none of an unknown one.
  Sheet screens(String cinemaId, Position.@Nullable ByName after, int limit, Paper paper);

  /// Chains by (sorting key, id).
  Sheet chains(Position.@Nullable ByName after, int limit, Paper paper);

  /// A sheet without records, as old as the database: what never changes is written on it.
  Sheet origin();
}
