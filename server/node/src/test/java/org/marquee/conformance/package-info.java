/// Tests of the interface from outside: the real service over sockets, compared with a model that
/// was written from the documents alone.
///
/// Knows of the program only how to start it and how to import a feed. Start reading at [Town],
/// which has the data, and [Model], which has the expected answers.
@NullMarked
package org.marquee.conformance;

import org.jspecify.annotations.NullMarked;
