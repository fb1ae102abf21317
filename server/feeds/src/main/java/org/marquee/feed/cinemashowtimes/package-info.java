/// CinemaShowtimes-JSON, version 1.0.
///
/// Owns the members of its cinema, films, auditoria and sessions. Never takes an address apart.
/// Start reading at [CinemaShowtimesReader].
@NullMarked
package org.marquee.feed.cinemashowtimes;

import org.jspecify.annotations.NullMarked;
