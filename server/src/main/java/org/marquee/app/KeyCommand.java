package org.marquee.app;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.access.IssuedKey;
import org.marquee.access.NewKey;
import org.marquee.listing.Timestamps;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JsonGenerator;

/// `key`: the secrets that requests carry.
@Command(
    name = "key",
    description = "Creates, lists and revokes API keys.",
    subcommands = {KeyCommand.Create.class, KeyCommand.ListAll.class, KeyCommand.Revoke.class})
final class KeyCommand {
  private KeyCommand() {}

  @Command(name = "create", description = "Creates a key and shows it, once.")
  static final class Create extends StorageCommand {
    @Mixin private final OrganizationArgument organization = new OrganizationArgument();

    @Option(names = "--label", paramLabel = "TEXT", description = "What the key is for.")
    private @Nullable String label;

    @Option(
        names = "--expires",
        paramLabel = "TIME",
        converter = Times.class,
        description = "When it expires, such as 2026-03-01T18:00:00Z (default: never).")
    private @Nullable Instant expires;

    @Override
    void check() {
      if (label != null && !IssuedKey.isLabel(label)) {
        throw new WrongUsage(
            "--label must have 1 to 80 characters, none of them control characters");
      }
    }

    @Override
    int run(CommandContext context) {
      String name = organization.name();
      Optional<NewKey> key = context.book().issueKey(name, label, expires);
      if (key.isEmpty()) {
        return context.failed(OrganizationCommand.unknown(name));
      }
      context.out().println("Key " + key.get().key().id() + " for " + name + " (shown once):");
      return context.done(key.get().secret().text());
    }
  }

  @Command(name = "revoke", description = "Revokes a key permanently.")
  static final class Revoke extends StorageCommand {
    @Parameters(paramLabel = "KEY-ID", description = "The id of the key, from `key list`.")
    private String id = "";

    @Override
    int run(CommandContext context) {
      return context.changed(
          context.book().revokeKey(id),
          "key " + id + " revoked",
          "key " + id + " is already revoked",
          "there is no key " + id);
    }
  }

  @Command(name = "list", description = "Lists keys by id. The keys themselves are not stored.")
  static final class ListAll extends ListCommand<IssuedKey> {
    @Override
    List<IssuedKey> list(CommandContext context) {
      return context.book().listKeys();
    }

    @Override
    void print(List<IssuedKey> all, CommandContext context) {
      for (IssuedKey key : all) {
        context
            .out()
            .printf(
                "%-16s %-20s created %s%n",
                key.id(), key.organization(), Times.toTheSecond(key.created()));
        List<String> more = new ArrayList<>();
        if (key.expires() != null) {
          more.add("expires " + Times.toTheSecond(key.expires()));
        }
        if (key.revoked() != null) {
          more.add("revoked " + Times.toTheSecond(key.revoked()));
        }
        if (key.label() != null) {
          more.add(key.label());
        }
        if (!more.isEmpty()) {
          context.out().println(" ".repeat(17) + String.join(", ", more));
        }
      }
    }

    @Override
    void write(JsonGenerator json, IssuedKey key) {
      json.writeStartObject();
      json.writeStringProperty("id", key.id());
      json.writeStringProperty("organization", key.organization());
      if (key.label() != null) {
        json.writeStringProperty("label", key.label());
      }
      json.writeStringProperty("created", Timestamps.write(key.created()));
      if (key.expires() != null) {
        json.writeStringProperty("expires", Timestamps.write(key.expires()));
      }
      if (key.revoked() != null) {
        json.writeStringProperty("revoked", Timestamps.write(key.revoked()));
      }
      json.writeEndObject();
    }
  }
}
