/// What happened, as it is stored: runs and their reports, the state of the sources, open alarms.
///
/// Implements the ports of collect and ops, and deletes what was kept for long enough. Never
/// changes what is published. Start reading at [PostgresRunLog].
@NullMarked
package org.marquee.store.run;

import org.jspecify.annotations.NullMarked;
