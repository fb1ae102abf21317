package org.marquee.access;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Who may read, as it was at one revision; immutable. Finding the holder of a key costs one
/// SHA-256 and one look into a hash map.
public final class Register {
  private final AccessRevision revision;
  private final Map<String, Account> accounts;
  private final Map<KeyHash, Holding> keys;

  /// A key and the account of its organization.
  record Holding(IssuedKey key, Account account) {}

  private Register(
      AccessRevision revision, Map<String, Account> accounts, Map<KeyHash, Holding> keys) {
    this.revision = revision;
    this.accounts = accounts;
    this.keys = keys;
  }

  /// A register of these accounts and keys.
  ///
  /// @param keys each of an organization among `accounts`; revoked ones may be left out
  /// @throws IllegalArgumentException if an organization occurs twice, or a key's does not occur
  public static Register of(
      AccessRevision revision, Collection<Account> accounts, Map<KeyHash, IssuedKey> keys) {
    Map<String, Account> byName = HashMap.newHashMap(accounts.size());
    for (Account account : accounts) {
      if (byName.put(account.organization().name(), account) != null) {
        throw new IllegalArgumentException("twice: " + account.organization().name());
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
    return new Register(revision, byName, byHash);
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

  /// The account of the organization called `name`, exactly.
  public Optional<Account> findNamed(String name) {
    return Optional.ofNullable(accounts.get(name));
  }
}
