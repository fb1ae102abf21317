/// The interface as a stranger sees it: the real service, asked over sockets, against a model that
/// was written from the documents alone.
///
/// Knows of the program only how to start it and how to import a feed. Start reading at [Town],
/// which is what is asked about, and [Model], which says what has to come back.
@NullMarked
package org.marquee.conformance;

import org.jspecify.annotations.NullMarked;
