/// The interface as most would build it: Spring MVC, JDBC, Jackson, a query a request.
///
/// Answers `/v1/showtimes`, `/v1/films/{id}` and `/v1/cinemas/{id}` from the server's own tables
/// with the server's own JSON. Only there to be compared with. Start reading at
/// [ShowtimeController].
@NullMarked
package org.marquee.baseline;

import org.jspecify.annotations.NullMarked;
