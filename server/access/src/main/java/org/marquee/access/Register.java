package org.marquee.access;

import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.marquee.files.checkpoint.CheckpointSink;
import org.marquee.files.checkpoint.CheckpointSource;
import org.marquee.files.checkpoint.UnusableCheckpoint;

/// Who may read, as it was at one revision; immutable. Finding the holder of a key costs one
/// SHA-256 and one look into a hash map.
public final class Register {
  /// Stands for the rate of a plan without a limit, and for its quota.
  private static final int NO_LIMIT = 0;

  private final AccessRevision revision;
  private final Map<String, Plan> plans;
  private final Map<String, Account> accounts;
  private final Map<KeyHash, Holding> keys;

  /// A key and the account of its organization.
  public record Holding(IssuedKey key, Account account) {}

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

  /// This register, in which every key is revoked that `before` knows as revoked. Revoking is for
  /// good, but a standby that lags has not heard of it yet, and a failover may have lost it.
  Register after(Register before) {
    Map<KeyHash, Holding> revoked = new HashMap<>();
    before.keys.forEach((hash, holding) -> {
      if (holding.key().revoked() != null) {
        revoked.put(hash, holding);
      }
    });
    if (revoked.isEmpty()) {
      return this;
    }
    Map<KeyHash, Holding> all = new HashMap<>(keys);
    all.putAll(revoked);
    return new Register(revision, plans, accounts, all);
  }

  /// Writes itself to a checkpoint: hashes of keys, never keys.
  public void write(CheckpointSink sink) throws IOException {
    sink.number(revision.number());
    sink.text(revision.mark().toString());
    sink.each(
        plans.values(),
        plan -> {
          sink.text(plan.name());
          sink.integer(plan.rate().map(Rate::perMinute).orElse(NO_LIMIT));
          sink.integer(plan.rate().map(Rate::burst).orElse(NO_LIMIT));
          sink.flag(plan.bulk());
          sink.number(plan.monthlyQuota().orElse(NO_LIMIT));
        });
    sink.each(accounts.values(), account -> writeAccount(account, sink));
    sink.each(
        keys.entrySet(),
        entry -> {
          sink.bytes(entry.getKey().toBytes());
          writeKey(entry.getValue().key(), sink);
        });
  }

  private static void writeAccount(Account account, CheckpointSink sink) throws IOException {
    sink.text(account.organization().name());
    sink.text(account.organization().standing().name());
    Entitlement entitlement = account.entitlement();
    sink.flag(entitlement != null);
    if (entitlement != null) {
      sink.text(entitlement.plan());
      sink.instant(entitlement.from());
      sink.instantOrNull(entitlement.until());
    }
  }

  private static void writeKey(IssuedKey key, CheckpointSink sink) throws IOException {
    sink.text(key.id());
    sink.text(key.organization());
    sink.textOrNull(key.label());
    sink.text(key.scope().name());
    sink.instant(key.created());
    sink.instantOrNull(key.expires());
    sink.instantOrNull(key.revoked());
    sink.textOrNull(key.replacedBy());
    sink.instantOrNull(key.lastUsed());
  }

  /// Reads what [#write] wrote.
  public static Register read(CheckpointSource source) throws IOException, UnusableCheckpoint {
    long number = source.number();
    AccessRevision revision = new AccessRevision(number, UUID.fromString(source.text()));
    List<Plan> plans = source.each(() -> readPlan(source));
    List<Account> accounts = source.each(() -> readAccount(source));
    Map<KeyHash, IssuedKey> keys = new HashMap<>();
    source.each(() -> keys.put(KeyHash.of(source.bytes()), readKey(source)) == null);
    return of(revision, plans, accounts, keys);
  }

  private static Plan readPlan(CheckpointSource source) throws IOException, UnusableCheckpoint {
    String name = source.text();
    int perMinute = source.integer();
    int burst = source.integer();
    boolean bulk = source.flag();
    long quota = source.number();
    return new Plan(
        name,
        perMinute == NO_LIMIT ? Optional.empty() : Optional.of(new Rate(perMinute, burst)),
        bulk,
        quota == NO_LIMIT ? OptionalLong.empty() : OptionalLong.of(quota));
  }

  private static Account readAccount(CheckpointSource source)
      throws IOException, UnusableCheckpoint {
    Organization organization =
        new Organization(source.text(), Organization.Standing.valueOf(source.text()));
    @Nullable Entitlement entitlement =
        source.flag()
            ? new Entitlement(source.text(), source.instant(), source.instantOrNull())
            : null;
    return new Account(organization, entitlement);
  }

  private static IssuedKey readKey(CheckpointSource source) throws IOException, UnusableCheckpoint {
    return new IssuedKey(
        source.text(),
        source.text(),
        source.textOrNull(),
        IssuedKey.Scope.valueOf(source.text()),
        source.instant(),
        source.instantOrNull(),
        source.instantOrNull(),
        source.textOrNull(),
        source.instantOrNull());
  }

  /// The state that it shows.
  public AccessRevision revision() {
    return revision;
  }

  /// The key, and the account whose it is; empty where it was never issued, has expired by `now` or
  /// was revoked.
  public Optional<Holding> find(ApiKey key, Instant now) {
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

  /// The organizations whose plan has a monthly quota at `now`.
  List<String> withQuota(Instant now) {
    return accounts.values().stream()
        .filter(account -> plan(account, now).monthlyQuota().isPresent())
        .map(account -> account.organization().name())
        .toList();
  }

  /// Whether the organization exists, and the plan, with the same rate.
  boolean has(BucketId bucket) {
    Plan plan = plans.get(bucket.plan());
    return accounts.containsKey(bucket.organization())
        && plan != null
        && plan.rate().equals(Optional.of(bucket.rate()));
  }

  /// The account of the organization called `name`, exactly.
  public Optional<Account> findNamed(String name) {
    return Optional.ofNullable(accounts.get(name));
  }
}
