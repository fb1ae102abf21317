/// Checks feeds for the pages where publishers have them checked, and proposes mappings there: the
/// port `site.check.FeedCheck`, by the readers of feeds and an import that is rolled back.
///
/// Never stores anything. Start reading at [FeedChecks].
@NullMarked
package org.marquee.node.check;

import org.jspecify.annotations.NullMarked;
