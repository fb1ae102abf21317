/// Backups: everything of an installation in one file, and back (docs/backup.md).
///
/// Owns the format of the file, which files of a home belong to it, and the order of a restore.
/// Never uses SQL: the store implements [TableSource] and [TableTarget]. Start reading at [Backup]
/// and [Restore].
@NullMarked
package org.marquee.backup;

import org.jspecify.annotations.NullMarked;
