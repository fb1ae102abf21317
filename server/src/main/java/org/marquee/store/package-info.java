/// What is kept in PostgreSQL: the pool, migrations, reconciliation, and the reading of it all.
///
/// Implements the ports of listing, access, ingest and ops; the only one that speaks SQL to our
/// tables. Never decides what a feed means or who may read. Start reading at [Database]; then
/// [Reconciliation] for what an import does, [PostgresListings] for what a request does, and
/// [PostgresOriginal] for what those are told who keep a copy.
@NullMarked
package org.marquee.store;

import org.jspecify.annotations.NullMarked;
