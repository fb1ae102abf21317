/// Everything that is published as files: a folder with each list as CSV and as lines of JSON, a
/// manifest and checksums (docs/exports.md).
///
/// Owns the layout of the folder and how it is replaced, and the bulk files of each night
/// ([NightlyExport]). Never decides what is published. Start reading at [Export].
@NullMarked
package org.marquee.export;

import org.jspecify.annotations.NullMarked;
