/// The documents to read, as HTML: the reference and the guide of the interface, and the documents
/// of the repository. Finds passages in them.
///
/// The Markdown lies in the jar as it lies in the repository. Knows nothing of HTTP. Start reading
/// at [Manual].
@NullMarked
package org.marquee.manual;

import org.jspecify.annotations.NullMarked;
