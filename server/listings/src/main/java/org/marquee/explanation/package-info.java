/// Why a record is published as it is: what an explanation says, and its words.
///
/// Decides nothing and reads nothing. The store makes explanations; commands and pages show them.
/// Start reading at [Explanation].
@NullMarked
package org.marquee.explanation;

import org.jspecify.annotations.NullMarked;
