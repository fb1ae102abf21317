/// The database itself: connections, transactions, migrations, COPY.
///
/// Knows how to reach PostgreSQL and how to run one statement; never what a table means. Start
/// reading at [Database]; [Sql] runs a statement, [CopyStream] and [CopiedRows] move many rows.
@NullMarked
package org.marquee.store.sql;

import org.jspecify.annotations.NullMarked;
