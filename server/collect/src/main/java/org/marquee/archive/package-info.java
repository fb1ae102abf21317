/// The raw input of each run, kept under the home so that a run can be replayed or undone.
///
/// Owns the folder `runs` and its manifest. Never imports anything. Start reading at
/// [RawInputArchive].
@NullMarked
package org.marquee.archive;

import org.jspecify.annotations.NullMarked;
