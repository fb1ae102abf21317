/// Commands about customers: organizations, plans, entitlements, keys, webhooks, usage.
///
/// Changes accounts and keys through `store.access`; never reads a feed. Start reading at
/// [OrganizationCommand].
@NullMarked
package org.marquee.app.customer;

import org.jspecify.annotations.NullMarked;
