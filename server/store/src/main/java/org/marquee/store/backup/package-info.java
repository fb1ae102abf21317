/// Backups: everything of an installation in one file, and back (docs/backup.md).
///
/// Owns the format of the file, which files of a home belong to it, and the order of a restore.
/// Never knows what a table means: all are copied alike. Start reading at [Backup] and [Restore].
@NullMarked
package org.marquee.store.backup;

import org.jspecify.annotations.NullMarked;
