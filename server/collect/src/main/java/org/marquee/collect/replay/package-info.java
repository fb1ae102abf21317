/// Imports archived runs again: a replay of one run, and the undo of a run by those before it.
///
/// Never fetches anything, and never says what an undo changes: `store.reconcile.undo` does. Start
/// reading at [ReplayAndUndo].
@NullMarked
package org.marquee.collect.replay;

import org.jspecify.annotations.NullMarked;
