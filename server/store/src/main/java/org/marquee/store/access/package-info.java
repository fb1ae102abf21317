/// Organizations and what they have, as it is stored: plans, entitlements, keys, usage, the rates
/// that nodes share, webhooks.
///
/// Implements the ports of access. Never decides who may read. Start reading at [PostgresAccess].
@NullMarked
package org.marquee.store.access;

import org.jspecify.annotations.NullMarked;
