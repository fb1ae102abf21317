package org.marquee.app.command;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Account;
import org.marquee.access.IssuedKey;
import org.marquee.access.QuotaState;
import org.marquee.access.UsageLedger.By;
import org.marquee.access.UsageLedger.Sum;
import org.marquee.app.home.Storage;
import org.marquee.app.terminal.Failure;
import org.marquee.node.Checkpoint;
import org.marquee.node.FailureText;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.access.PostgresUsage;

/// Where organizations, keys and plans are changed.
public record AccessDesk(Storage storage) {
  /// The book for who changes nothing in it.
  public PostgresAccess book() {
    return new PostgresAccess(storage.database().pool(), storage.database().actor());
  }

  /// The book for a change. No node may start with the keys and plans from before, which one that
  /// runs may write once more before the change is there.
  public PostgresAccess bookToChange() {
    forgetKeys("nothing was changed: ");
    return new PostgresAccess(
        storage.database().pool(),
        storage.database().actor(),
        () -> forgetKeys("delete the file checkpoint/keys of the home by hand: "));
  }

  private void forgetKeys(String failing) {
    try {
      Checkpoint.forgetKeys(storage.home());
    } catch (IOException e) {
      throw new Failure(failing + FailureText.of(e), e);
    }
  }

  /// An organization with what it was granted.
  public Optional<Account> account(String name) {
    return book().listAccounts().stream()
        .filter(each -> each.organization().name().equals(name))
        .findFirst();
  }

  /// A key of that id.
  public Optional<IssuedKey> key(String id) {
    return book().listKeys().stream().filter(each -> each.id().equals(id)).findFirst();
  }

  /// What organizations used in hours that began in a period.
  ///
  /// @param organization null: all
  /// @return empty where there is no such organization
  public Optional<List<Sum>> usage(
      @Nullable String organization, Instant from, Instant until, By... by) {
    return organization != null && account(organization).isEmpty()
        ? Optional.empty()
        : Optional.of(
            new PostgresUsage(storage.database().pool()).sum(organization, from, until, by));
  }

  /// What is used and left of the quotas of this month, by the names of organizations.
  public Map<String, QuotaState> quotas() {
    return new PostgresUsage(storage.database().pool()).quotas(book().now());
  }

  /// Why a key cannot be rotated, and what to do instead.
  public static String refusal(IssuedKey key) {
    if (key.revoked() != null) {
      return "key %s is revoked; create a new one: marquee key create %s"
          .formatted(key.id(), key.organization());
    }
    return key.replacedBy() == null
        ? "key %s has expired; create a new one: marquee key create %s"
            .formatted(key.id(), key.organization())
        : "key %s was rotated already; rotate its successor: marquee key rotate %s"
            .formatted(key.id(), key.replacedBy());
  }
}
