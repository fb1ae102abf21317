/// The operations of the interface, each declared once, and the records that they answer with.
///
/// Decides nothing about answers, and knows neither a socket nor a database. Start reading at
/// [Operations] for all of them, at [ListShowtimes] for one.
@NullMarked
package org.marquee.v1.operation;

import org.jspecify.annotations.NullMarked;
