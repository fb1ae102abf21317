/// PostgreSQL: the embedded server, the pool, migrations, reconciliation, and the reading of it
/// all.
@NullMarked
package org.marquee.store;

import org.jspecify.annotations.NullMarked;
