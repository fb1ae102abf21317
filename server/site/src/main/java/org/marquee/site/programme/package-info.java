/// Pages about what is on: near a place, at a cinema, of a film or a chain, what is new; as
/// calendars and as a feed, too.
///
/// A page is made of answers of the interface ([org.marquee.v1.Answers]), so that it shows what
/// programs get, and names the requests that it is made of ([MadeOf]). Never asks the database for
/// a record, and never changes one. Start reading at [CinemaPage]; [Published] has the answers,
/// [AnswerReader] reads them.
@NullMarked
package org.marquee.site.programme;

import org.jspecify.annotations.NullMarked;
