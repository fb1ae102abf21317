/// What goes out as files: backups as they are typed and as they are scheduled, the way back, and
/// exports.
///
/// Says which files of the operator go along; the rest is of `store.backup`. Never opens a table
/// itself. Start reading at [BackupCommand].
@NullMarked
package org.marquee.app.backup;

import org.jspecify.annotations.NullMarked;
