/// The interface with the records of one feed and without a database, for developers of clients.
///
/// Never stores or reconciles anything. Start reading at [Mock].
@NullMarked
package org.marquee.mock;

import org.jspecify.annotations.NullMarked;
