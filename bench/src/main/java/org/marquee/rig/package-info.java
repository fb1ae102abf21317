/// What measurements (`bench`) and fault tests (`fire`) both start, ask and print.
///
/// Owns the product as operators run it, connections to it, processes and what they use. Calls none
/// of the server's classes. Start reading at [Product].
@NullMarked
package org.marquee.rig;

import org.jspecify.annotations.NullMarked;
