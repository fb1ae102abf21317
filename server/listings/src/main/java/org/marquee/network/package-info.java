/// Blocks of network addresses, as operators write them in settings.
///
/// Never looks up a name. Start reading at [AddressBlock].
@NullMarked
package org.marquee.network;

import org.jspecify.annotations.NullMarked;
