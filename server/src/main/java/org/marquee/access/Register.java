package org.marquee.access;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Who may read, as it was at one revision; immutable. Finding the holder of a key costs one
/// SHA-256 and one look into a hash map.
public final class Register {
  private final AccessRevision revision;
  private final Map<String, Plan> plans;
  private final Map<String, Account> accounts;
  private final Map<KeyHash, Holding> keys;

  /// A key and the account of its organization.
  record Holding(IssuedKey key, Account account) {}

  private Register(
      AccessRevision revision,
      Map<String, Plan> plans,
      Map<String, Account> accounts,
      Map<KeyHash, Holding> keys) {
    this.revision = revision;
    this.plans = plans;
    this.accounts = accounts;
    this.keys = keys;
  }

  /// A register of these plans, accounts and keys.
  ///
  /// @param plans with [Plan#UNENTITLED], and each that an account is on
  /// @param keys each of an organization among `accounts`; revoked ones may be left out
  /// @throws IllegalArgumentException if an organization occurs twice, or a key's organization or
  ///   an account's plan does not occur
  public static Register of(
      AccessRevision revision,
      Collection<Plan> plans,
      Collection<Account> accounts,
      Map<KeyHash, IssuedKey> keys) {
    Map<String, Plan> plansByName = HashMap.newHashMap(plans.size());
    plans.forEach(plan -> plansByName.put(plan.name(), plan));
    if (!plansByName.containsKey(Plan.UNENTITLED)) {
      throw new IllegalArgumentException("there is no plan " + Plan.UNENTITLED);
    }
    Map<String, Account> byName = HashMap.newHashMap(accounts.size());
    for (Account account : accounts) {
      if (byName.put(account.organization().name(), account) != null) {
        throw new IllegalArgumentException("twice: " + account.organization().name());
      }
      Entitlement entitlement = account.entitlement();
      if (entitlement != null && !plansByName.containsKey(entitlement.plan())) {
        throw new IllegalArgumentException("there is no plan " + entitlement.plan());
      }
    }
    Map<KeyHash, Holding> byHash = HashMap.newHashMap(keys.size());
    keys.forEach((hash, key) -> {
      Account account = byName.get(key.organization());
      if (account == null) {
        throw new IllegalArgumentException(key.id() + " has no organization");
      }
      byHash.put(hash, new Holding(key, account));
    });
    return new Register(revision, plansByName, byName, byHash);
  }

  /// The state that it shows.
  public AccessRevision revision() {
    return revision;
  }

  /// The account whose key this is; empty where it was never issued, has expired by `now` or was
  /// revoked.
  public Optional<Account> find(ApiKey key, Instant now) {
    return findHolding(key, now).map(Holding::account);
  }

  /// The same with the key.
  Optional<Holding> findHolding(ApiKey key, Instant now) {
    Holding holding = keys.get(key.hash());
    return holding != null && holding.key().isValid(now) ? Optional.of(holding) : Optional.empty();
  }

  /// The plan that bounds an organization's requests at `now`: without an active entitlement
  /// [Plan#UNENTITLED].
  ///
  /// @param account one of this register
  Plan plan(Account account, Instant now) {
    Entitlement entitlement = account.entitlement();
    String name =
        entitlement != null && entitlement.isActive(now) ? entitlement.plan() : Plan.UNENTITLED;
    return Objects.requireNonNull(plans.get(name));
  }

  /// Whether the organization exists, and the plan, with the same rate.
  boolean has(BucketId bucket) {
    Plan plan = plans.get(bucket.plan());
    return accounts.containsKey(bucket.organization())
        && plan != null
        && plan.requestsPerMinute().orElse(0) == bucket.quota();
  }

  /// The account of the organization called `name`, exactly.
  public Optional<Account> findNamed(String name) {
    return Optional.ofNullable(accounts.get(name));
  }
}
