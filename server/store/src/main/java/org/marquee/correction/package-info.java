/// What people correct by hand: the fields and their values, the other corrections, and the file
/// that has them (docs/corrections.md).
///
/// Never asks the database. Start reading at [Correction]; `store.decision` stores them, and
/// `store.reconcile` publishes what they say.
@NullMarked
package org.marquee.correction;

import org.jspecify.annotations.NullMarked;
