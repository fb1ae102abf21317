/// The interface over HTTP (docs/api.md): takes a request, has it admitted and read, asks for the
/// records, and answers.
///
/// Never knows where the records come from, nor a socket. Start reading at [Api] for a request.
/// What may be asked stands in [org.marquee.v1.operation].
@NullMarked
package org.marquee.v1;

import org.jspecify.annotations.NullMarked;
