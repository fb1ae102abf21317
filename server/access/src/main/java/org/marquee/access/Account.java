package org.marquee.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An organization with what it was granted.
///
/// @param entitlement the last grant, active or not; absent where there was none or it was revoked
public record Account(Organization organization, @Nullable Entitlement entitlement) {
  /// Whether what it paid for holds at `now`.
  public boolean isEntitled(Instant now) {
    return entitlement != null && entitlement.isActive(now);
  }
}
