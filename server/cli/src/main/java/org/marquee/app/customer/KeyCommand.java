package org.marquee.app.customer;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.access.IssuedKey;
import org.marquee.access.KeyRotation;
import org.marquee.access.NewKey;
import org.marquee.app.console.ListCommand;
import org.marquee.app.console.StorageCommand;
import org.marquee.app.console.Times;
import org.marquee.app.terminal.Failure;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `key`: the secrets that requests carry.
@Command(
    name = "key",
    description = "Creates, lists, rotates and revokes API keys.",
    subcommands = {
      KeyCommand.Create.class,
      KeyCommand.ListAll.class,
      KeyCommand.Rotate.class,
      KeyCommand.Revoke.class
    })
public final class KeyCommand {
  private KeyCommand() {}

  @Command(name = "create", description = "Creates a key and shows it, once.")
  static final class Create extends OrganizationCommand.OfOne {
    @Option(names = "--label", paramLabel = "TEXT", description = "What the key is for.")
    private @Nullable String label;

    @Option(
        names = "--expires",
        paramLabel = "TIME",
        converter = Times.class,
        description = "When it expires, such as 2026-03-01T18:00:00Z (default: never).")
    private @Nullable Instant expires;

    @Option(
        names = "--calendar",
        description = "The key is for calendars only, and may stand in their address.")
    private boolean calendar;

    @Override
    protected void check() {
      if (label != null && !IssuedKey.isLabel(label)) {
        throw new WrongUsage(
            "--label must have 1 to 80 characters, none of them control characters");
      }
    }

    @Override
    protected int run() {
      IssuedKey.Scope scope = calendar ? IssuedKey.Scope.CALENDAR : IssuedKey.Scope.API;
      Optional<NewKey> key = desk().bookToChange().issueKey(name, scope, label, expires);
      return key.isEmpty()
          ? failed(OrganizationCommand.unknown(name))
          : done(sentence(key.get()), () -> json(key.get()));
    }
  }

  private static String sentence(NewKey key) {
    IssuedKey issued = key.key();
    String calendar = issued.scope() == IssuedKey.Scope.CALENDAR ? "Calendar key " : "Key ";
    return "%s%s for %s (shown once):%n%s"
        .formatted(calendar, issued.id(), issued.organization(), key.secret().text());
  }

  @Command(
      name = "rotate",
      description = "Creates a key in place of another one, which ends some time later.")
  static final class Rotate extends StorageCommand {
    @Parameters(paramLabel = "KEY-ID", description = "The id of the old key, from `key list`.")
    private String id = "";

    @Option(
        names = "--keep-old",
        paramLabel = "DURATION",
        defaultValue = "24h",
        description = "For how long the old key stays valid: 0s, 30s, 15m, 24h, 7d (default: 24h).")
    private Duration keepOld = Duration.ZERO;

    @Option(
        names = "--expires",
        paramLabel = "TIME",
        converter = Times.class,
        description = "When the new key expires (default: when the old one would have).")
    private @Nullable Instant expires;

    @Override
    protected int run() {
      return switch (desk().bookToChange().rotateKey(id, keepOld, expires)) {
        case KeyRotation.Unknown() -> failed(unknown(id));
        case KeyRotation.NotInUse(IssuedKey key) -> failed(refusal(key));
        case KeyRotation.Rotated(NewKey replacement, IssuedKey replaced) ->
            done(
                "Key %s ends at %s. Its successor has the same label and organization.%n%s"
                    .formatted(
                        id,
                        Times.toTheSecond(Objects.requireNonNull(replaced.expires())),
                        sentence(replacement)),
                () -> json(replacement).with("replaces", KeyCommand.json(replaced)));
      };
    }
  }

  /// Why a key cannot be rotated, and what to do instead.
  private static String refusal(IssuedKey key) {
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

  private static String unknown(String id) {
    return "there is no key " + id + "; `key list` shows the ids";
  }

  @Command(name = "revoke", description = "Revokes a key permanently.")
  static final class Revoke extends StorageCommand {
    @Parameters(paramLabel = "KEY-ID", description = "The id of the key, from `key list`.")
    private String id = "";

    @Override
    protected int run() {
      return changed(
          desk().bookToChange().revokeKey(id),
          "key " + id + " revoked",
          "key " + id + " is already revoked",
          unknown(id),
          this::shown);
    }

    private JsonObject shown() {
      return desk().book().listKeys().stream()
          .filter(each -> each.id().equals(id))
          .map(KeyCommand::json)
          .findFirst()
          .orElseThrow(() -> new Failure(unknown(id)));
    }
  }

  @Command(name = "list", description = "Lists keys by id. The keys themselves are not stored.")
  static final class ListAll extends ListCommand<IssuedKey> {
    /// By the clock that nodes use.
    private Instant now = Instant.EPOCH;

    @Override
    protected List<IssuedKey> list() {
      now = desk().book().now();
      return desk().book().listKeys();
    }

    @Override
    protected List<String> lines(IssuedKey key) {
      String first =
          "%-16s %-20s created %s"
              .formatted(key.id(), key.organization(), Times.toTheSecond(key.created()));
      List<String> more = new ArrayList<>();
      if (key.scope() == IssuedKey.Scope.CALENDAR) {
        more.add("calendars only");
      }
      if (key.lastUsed() != null) {
        more.add("last used " + Times.hour(key.lastUsed()));
      }
      if (key.replacedBy() != null) {
        more.add("replaced by " + key.replacedBy());
      }
      if (key.expires() != null) {
        more.add(
            (now.isBefore(key.expires()) ? "expires " : "expired ")
                + Times.toTheSecond(key.expires()));
      }
      if (key.revoked() != null) {
        more.add("revoked " + Times.toTheSecond(key.revoked()));
      }
      if (key.label() != null) {
        more.add(key.label());
      }
      return more.isEmpty()
          ? List.of(first)
          : List.of(first, " ".repeat(17) + String.join(", ", more));
    }

    @Override
    protected JsonObject json(IssuedKey key) {
      return KeyCommand.json(key);
    }
  }

  /// A key without its secret.
  private static JsonObject json(IssuedKey key) {
    return JsonObject.of("id", key.id())
        .with("organization", key.organization())
        .with("label", key.label())
        .with("scope", key.scope().word())
        .with("created", key.created())
        .with("lastUsed", key.lastUsed())
        .with("replacedBy", key.replacedBy())
        .with("expires", key.expires())
        .with("revoked", key.revoked());
  }

  /// A key with its secret, for the one time that it is shown.
  private static JsonObject json(NewKey key) {
    return json(key.key()).with("key", key.secret().text());
  }
}
