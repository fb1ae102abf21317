/// Links the source records of one film, cinema or showing, and publishes the records that they
/// describe, with what people have corrected.
///
/// Decides nothing: the rules are in [org.marquee.matching]. Start reading at [RecordLinkage].
@NullMarked
package org.marquee.store.reconcile.link;

import org.jspecify.annotations.NullMarked;
