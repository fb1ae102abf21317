package org.marquee.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The gate's decision on a request. A `rate` is absent where the plan has no limit, or an external
/// gateway keeps it.
public sealed interface Admission {
  /// It may go on.
  ///
  /// @param organization the name of the one that asks
  record Admitted(String organization, @Nullable RateState rate) implements Admission {}

  /// 401: no key, or none that is valid; the answer gives no other reason, so that nothing can be
  /// probed.
  ///
  /// @param tokenSent whether something was sent for a key, which RFC 6750, 3.1 calls
  ///   `invalid_token`
  record Unauthorized(boolean tokenSent) implements Admission {}

  /// 429: the organization has used up its rate.
  ///
  /// @param retryAfterSeconds until the next request may be made, at least 1
  record Limited(RateState rate, long retryAfterSeconds) implements Admission {}

  /// 429: the organization has used up the quota of the month.
  ///
  /// @param renews when the next month begins
  /// @param retryAfterSeconds until then, at least 1
  record QuotaSpent(RateState rate, Instant renews, long retryAfterSeconds) implements Admission {}

  /// 429: too many authentications have failed from the address of the request. No key was looked
  /// up.
  ///
  /// @param retryAfterSeconds until the next request may be made, at least 1
  record Blocked(long retryAfterSeconds) implements Admission {}

  /// 403 `entitlement_required`: the organization has none that is active now.
  record NotEntitled(@Nullable RateState rate) implements Admission {}

  /// 403 `forbidden`: the organization is suspended, entitled or not.
  record Suspended(@Nullable RateState rate) implements Admission {}

  /// 503: no register was loaded yet, so that no key can be checked.
  record NotReady() implements Admission {}
}
