/// The database itself: connections, transactions, migrations, COPY.
///
/// Knows how to reach PostgreSQL, how to run one statement, and which failures are an outage
/// ([Outage]); never what a table means. Start reading at [Database]; [Sql] runs a statement,
/// [CopyStream] and [CopiedRows] move many rows.
@NullMarked
package org.marquee.store.sql;

import org.jspecify.annotations.NullMarked;
