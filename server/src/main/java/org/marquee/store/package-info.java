/// PostgreSQL: the embedded server, the pool, migrations, reconciliation, and the reading of it
/// all.
///
/// The only user of SQL; nothing in the middle knows it. Start reading at [EmbeddedPostgres] for
/// the server of a home: one process starts it, others join, the last one out stops it.
@NullMarked
package org.marquee.store;

import org.jspecify.annotations.NullMarked;
