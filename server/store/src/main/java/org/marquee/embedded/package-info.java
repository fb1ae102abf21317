/// A real PostgreSQL of our own: unpacks the published binaries, starts them durably under a home,
/// shares the server among the processes of that home, and stops it with the last of them, however
/// that ended.
///
/// Replaces a server that hangs or has ended when a process asks it to ([EmbeddedPostgres]). Never
/// knows what is stored in the database. Start reading at [EmbeddedPostgres]; then [PostgresServer]
/// and `watcher.sh`.
@NullMarked
package org.marquee.embedded;

import org.jspecify.annotations.NullMarked;
