/// The documents to read, as HTML: the reference and the guide of the interface, and the documents
/// of the repository. Finds passages in them.
///
/// They are rendered when the jar is built (`src/build/RenderDocuments.java`). Knows nothing of
/// HTTP. Start reading at [Manual].
@NullMarked
package org.marquee.manual;

import org.jspecify.annotations.NullMarked;
