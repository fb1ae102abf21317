/// Who changed what: a row for each change of what people decide, in the transaction of the change.
///
/// Owns the table `audit`, and knows which record each kind of change is about. Never makes a
/// change itself. Start reading at [Audit]; [PostgresAudit] lists what was written.
@NullMarked
package org.marquee.store.audit;

import org.jspecify.annotations.NullMarked;
