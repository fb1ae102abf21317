/// What an undo of an import does behind the steps of the import that follows it.
///
/// The feeds before the undone one are read again as one import; what none of them lists is
/// withdrawn, or goes back to when it was seen before. Start reading at [UndoneImport].
@NullMarked
package org.marquee.store.reconcile.undo;

import org.jspecify.annotations.NullMarked;
