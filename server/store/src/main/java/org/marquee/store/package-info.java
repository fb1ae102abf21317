/// Everything else that is kept in PostgreSQL: keys and entitlements, the history of runs, what
/// people review and decide about records, the state of the sources.
///
/// Implements the ports of access, collect and ops. Never decides what a feed means or who may
/// read. Start reading at [PostgresAccess]; the packages below this one open the database, read
/// listings and reconcile imports.
@NullMarked
package org.marquee.store;

import org.jspecify.annotations.NullMarked;
