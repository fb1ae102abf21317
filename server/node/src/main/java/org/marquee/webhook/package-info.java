/// Sends customers what changed, page by page, signed (docs/webhooks.md); also signs the alarms
/// that go to a web address. Knows nothing of how changes are found. Start reading at
/// [ChangeDelivery].
@NullMarked
package org.marquee.webhook;

import org.jspecify.annotations.NullMarked;
