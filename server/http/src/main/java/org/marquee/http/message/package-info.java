/// What clients and servers say: requests as they are read and refused, responses as they are
/// written, their fields, and errors.
///
/// Waits for nobody: it never closes a connection, and calls no handler. Start reading at [Request]
/// and [Response]; [HeadScan], [MessageSyntax] and [Target] refuse what is not proper HTTP,
/// [Answer] decides which answers are compressed.
@NullMarked
package org.marquee.http.message;

import org.jspecify.annotations.NullMarked;
