/// A real PostgreSQL of our own: unpacks the published binaries, starts them durably under a home,
/// shares the server among the processes of that home, and stops it with the last of them, however
/// that ended.
///
/// Never knows what is kept in the database. Start reading at [EmbeddedPostgres]; then
/// [PostgresServer] and `watcher.sh`.
@NullMarked
package org.marquee.embedded;

import org.jspecify.annotations.NullMarked;
