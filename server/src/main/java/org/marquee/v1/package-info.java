/// The interface over HTTP (docs/api.md): parses requests, asks the listings, writes envelopes and
/// errors.
///
/// Owns the declarations of the operations and their records, cursors, tags and JSON. Never knows
/// where the answers come from, nor a socket. Start reading at [Api] for a request, at [Operations]
/// for what may be asked.
@NullMarked
package org.marquee.v1;

import org.jspecify.annotations.NullMarked;
