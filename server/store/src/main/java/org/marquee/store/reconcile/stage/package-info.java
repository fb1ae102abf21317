/// What an import is staged in: the temporary tables, the statements over them with their values,
/// the rows of the feed with their ids and starts, and held-back records that are staged again.
///
/// Writes no record. Start reading at [TempTable].
@NullMarked
package org.marquee.store.reconcile.stage;

import org.jspecify.annotations.NullMarked;
