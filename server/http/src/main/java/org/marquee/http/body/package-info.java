/// Bodies that come and go in parts: how large and how slow one may be that arrives, forms with a
/// file, and answers that are sent as they are made.
///
/// Reads no head, and never decides what an answer is. Start reading at [IncomingBody] and
/// [AnswerStream].
@NullMarked
package org.marquee.http.body;

import org.jspecify.annotations.NullMarked;
