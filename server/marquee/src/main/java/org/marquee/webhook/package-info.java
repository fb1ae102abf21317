/// Sends customers what changed, page by page (docs/webhooks.md). Knows nothing of how changes are
/// found. Start reading at [ChangeDelivery].
@NullMarked
package org.marquee.webhook;

import org.jspecify.annotations.NullMarked;
