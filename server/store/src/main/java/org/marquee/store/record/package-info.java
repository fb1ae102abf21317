/// The columns of films, cinemas, chains, screens and showtimes: each is said once, here.
///
/// A [RecordTable] has the columns of a kind, in the order in which they are staged; a [Column] has
/// its name and type, how far it goes ([Column.Reach]), and where its value comes from in a feed.
/// Staging, COPY, writing, reading, streaming and calendars take columns from here. Never asks the
/// database. Start reading at [FilmColumns].
@NullMarked
package org.marquee.store.record;

import org.jspecify.annotations.NullMarked;
