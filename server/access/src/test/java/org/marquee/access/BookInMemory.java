package org.marquee.access;

import static java.util.Comparator.comparing;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/// The simplest book of organizations and keys; for one thread.
@NullMarked
final class BookInMemory implements Registers {
  static final Plan TRIAL =
      new Plan("trial", Optional.of(Rate.of(60)), false, OptionalLong.empty());
  static final Plan STANDARD = new Plan("standard", OptionalInt.of(600));
  static final Plan UNLIMITED = new Plan("unlimited", OptionalInt.empty());

  private final InstantSource clock;
  private final Map<String, Plan> plans = new TreeMap<>();
  private final Map<String, Account> accounts = new TreeMap<>();
  private final Map<KeyHash, IssuedKey> keys = new HashMap<>();
  private long revision;

  /// The recorded uses of keys, oldest first.
  final List<Map<String, Instant>> used = new ArrayList<>();

  BookInMemory(InstantSource clock) {
    this.clock = clock;
    List.of(TRIAL, STANDARD, UNLIMITED).forEach(plan -> plans.put(plan.name(), plan));
  }

  Change createOrganization(String name) {
    if (accounts.containsKey(name)) {
      return Change.ALREADY_SO;
    }
    return put(new Account(new Organization(name, Organization.Standing.GOOD), null));
  }

  List<Account> listAccounts() {
    return List.copyOf(accounts.values());
  }

  Change suspend(String organization) {
    return move(organization, Organization.Standing.SUSPENDED);
  }

  Change resume(String organization) {
    return move(organization, Organization.Standing.GOOD);
  }

  private Change move(String name, Organization.Standing standing) {
    Account account = accounts.get(name);
    if (account == null) {
      return Change.UNKNOWN;
    }
    return account.organization().standing() == standing
        ? Change.ALREADY_SO
        : put(new Account(new Organization(name, standing), account.entitlement()));
  }

  List<Plan> listPlans() {
    return List.copyOf(plans.values());
  }

  /// Adds a plan, or changes its rate.
  void change(Plan plan) {
    plans.put(plan.name(), plan);
    revision++;
  }

  Change grant(String organization, Entitlement entitlement) {
    Account account = accounts.get(organization);
    return account == null || !plans.containsKey(entitlement.plan())
        ? Change.UNKNOWN
        : put(new Account(account.organization(), entitlement));
  }

  Optional<String> renew(String organization, Instant from, @Nullable Instant until) {
    Account account = accounts.get(organization);
    if (account == null) {
      return Optional.empty();
    }
    Entitlement before = account.entitlement();
    String plan = before == null ? Plan.DEFAULT : before.plan();
    put(new Account(account.organization(), new Entitlement(plan, from, until)));
    return Optional.of(plan);
  }

  Change revokeEntitlement(String organization) {
    Account account = accounts.get(organization);
    if (account == null) {
      return Change.UNKNOWN;
    }
    return account.entitlement() == null
        ? Change.ALREADY_SO
        : put(new Account(account.organization(), null));
  }

  private Change put(Account account) {
    accounts.put(account.organization().name(), account);
    revision++;
    return Change.MADE;
  }

  Optional<NewKey> issueKey(
      String organization,
      IssuedKey.Scope scope,
      @Nullable String label,
      @Nullable Instant expires) {
    if (!accounts.containsKey(organization)) {
      return Optional.empty();
    }
    ApiKey secret = ApiKey.generate();
    IssuedKey key =
        new IssuedKey(
            IssuedKey.newId(),
            organization,
            label,
            scope,
            clock.instant(),
            expires,
            null,
            null,
            null);
    keys.put(secret.hash(), key);
    revision++;
    return Optional.of(new NewKey(secret, key));
  }

  Optional<NewKey> issueKey(
      String organization, @Nullable String label, @Nullable Instant expires) {
    return issueKey(organization, IssuedKey.Scope.API, label, expires);
  }

  @Override
  public void noteUse(Map<String, Instant> hours) {
    used.add(hours);
  }

  List<IssuedKey> listKeys() {
    return keys.values().stream()
        .sorted(
            comparing(IssuedKey::organization)
                .thenComparing(IssuedKey::created)
                .thenComparing(IssuedKey::id))
        .toList();
  }

  Change revokeKey(String id) {
    for (Map.Entry<KeyHash, IssuedKey> entry : keys.entrySet()) {
      IssuedKey key = entry.getValue();
      if (key.id().equals(id)) {
        if (key.revoked() != null) {
          return Change.ALREADY_SO;
        }
        entry.setValue(
            new IssuedKey(
                id,
                key.organization(),
                key.label(),
                key.scope(),
                key.created(),
                key.expires(),
                clock.instant(),
                null,
                null));
        revision++;
        return Change.MADE;
      }
    }
    return Change.UNKNOWN;
  }

  @Override
  public AccessRevision revision() {
    return new AccessRevision(revision, new UUID(0, revision));
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public Register load() {
    return Register.of(revision(), plans.values(), accounts.values(), keys);
  }
}
