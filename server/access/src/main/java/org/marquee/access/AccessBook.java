package org.marquee.access;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// All that is stored about who may read (docs/api.md, "Access"). Implemented by the store.
///
/// Each change is one transaction and makes a new revision; what changes nothing makes none.
/// Implementations are safe for many threads and may block; every method throws [AccessUnavailable]
/// when what is stored cannot be reached.
public interface AccessBook extends Registers {
  /// Enters a new organization, in good standing and without an entitlement. One that exists is
  /// [Change#ALREADY_SO] and stays as it is.
  ///
  /// @param name see [Organization#isName]
  Change createOrganization(String name);

  /// Every organization with what it was granted, by name.
  List<Account> listAccounts();

  /// Shuts an organization out, whatever it paid for; its keys and its entitlement stay.
  Change suspend(String organization);

  /// Lets a suspended organization in again.
  Change resume(String organization);

  /// Every plan, by name.
  List<Plan> listPlans();

  /// Grants an entitlement in place of the one before; never [Change#ALREADY_SO].
  ///
  /// @return [Change#UNKNOWN] where there is no such organization, or no such plan
  Change grant(String organization, Entitlement entitlement);

  /// Grants an entitlement in place of the one before, on the plan of the one before, or on
  /// [Plan#DEFAULT] where there was none.
  ///
  /// @param until later than `from`; null: no end
  /// @return the name of the plan; empty where there is no such organization
  Optional<String> renew(String organization, Instant from, @Nullable Instant until);

  /// Withdraws the entitlement; [Change#ALREADY_SO] where there is none.
  Change revokeEntitlement(String organization);

  /// Issues a new key to an organization; empty where there is no such organization.
  ///
  /// @param label see [IssuedKey#isLabel]
  /// @param expires from when on the key is no longer valid
  Optional<NewKey> issueKey(
      String organization,
      IssuedKey.Scope scope,
      @Nullable String label,
      @Nullable Instant expires);

  /// Issues a new key for the whole interface.
  default Optional<NewKey> issueKey(
      String organization, @Nullable String label, @Nullable Instant expires) {
    return issueKey(organization, IssuedKey.Scope.API, label, expires);
  }

  /// Issues a new key in place of another one, with its organization, scope and label. The old one
  /// ends after `keepOld`, or when it was to expire if that is earlier.
  ///
  /// @param keepOld zero or more; with zero it ends at once
  /// @param expires from when on the new key is no longer valid; null: from when on the old one was
  KeyRotation rotateKey(String id, Duration keepOld, @Nullable Instant expires);

  /// Every key that was ever issued, by organization, then oldest first.
  List<IssuedKey> listKeys();

  /// Withdraws a key for good; [Change#ALREADY_SO] where it was before.
  Change revokeKey(String id);
}
