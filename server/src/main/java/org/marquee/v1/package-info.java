/// The interface of the specification over HTTP: parses requests, asks the listings, writes
/// envelopes and errors.
///
/// Owns parameters, cursors, tags and JSON. Never knows where the answers come from, nor a socket.
/// Start reading at [Api].
@NullMarked
package org.marquee.v1;

import org.jspecify.annotations.NullMarked;
