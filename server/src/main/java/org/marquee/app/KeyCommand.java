package org.marquee.app;

import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.access.IssuedKey;
import org.marquee.access.NewKey;
import org.marquee.listing.Timestamps;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JsonGenerator;

/// `key`: what requests are recognised by.
@Command(
    name = "key",
    description = "Issues, lists and revokes API keys.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {KeyCommand.Create.class, KeyCommand.ListAll.class, KeyCommand.Revoke.class})
final class KeyCommand {
  @Command(
      name = "create",
      description = "Issues a key; it is shown once.",
      mixinStandardHelpOptions = true)
  static final class Create extends StorageCommand {
    @Parameters(
        paramLabel = "NAME",
        description = "The organization.",
        converter = OrganizationName.class)
    private String name = "";

    @Option(names = "--label", paramLabel = "TEXT", description = "What the key is for.")
    private @Nullable String label;

    @Option(
        names = "--expires",
        paramLabel = "TIME",
        converter = Times.class,
        description = "When it stops working, such as 2026-03-01T18:00:00Z (default: never).")
    private @Nullable Instant expires;

    @Override
    void check() {
      if (label != null && !IssuedKey.isLabel(label)) {
        throw new WrongUsage("--label takes 1 to 80 characters, none of them control characters");
      }
    }

    @Override
    int run(CommandContext desk) {
      Optional<NewKey> key = desk.book().issueKey(name, label, expires);
      if (key.isEmpty()) {
        return desk.failed("there is no organization " + name);
      }
      desk.out().println("Key " + key.get().key().id() + " for " + name + " (shown once):");
      return desk.done(key.get().secret().text());
    }
  }

  @Command(
      name = "list",
      description = "Lists keys by their ids; the keys themselves are not kept.",
      mixinStandardHelpOptions = true)
  static final class ListAll extends StorageCommand {
    @Option(names = "--json", description = "Print JSON (docs/command-line.md).")
    private boolean json;

    @Override
    int run(CommandContext desk) {
      List<IssuedKey> keys = desk.book().listKeys();
      if (json) {
        desk.json(keys, KeyCommand::write);
      } else {
        keys.forEach(key -> print(key, desk.out()));
      }
      return 0;
    }
  }

  @Command(
      name = "revoke",
      description = "Withdraws a key for good.",
      mixinStandardHelpOptions = true)
  static final class Revoke extends StorageCommand {
    @Parameters(paramLabel = "KEY-ID", description = "The id that `key list` shows.")
    private String id = "";

    @Override
    int run(CommandContext desk) {
      return switch (desk.book().revokeKey(id)) {
        case MADE -> desk.done("key " + id + " revoked");
        case ALREADY_SO -> desk.done("key " + id + " was revoked already");
        case UNKNOWN -> desk.failed("there is no key " + id);
      };
    }
  }

  private static void write(JsonGenerator json, IssuedKey key) {
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

  private static void print(IssuedKey key, PrintWriter out) {
    out.printf("%-16s %-20s created %s%n", key.id(), key.organization(), time(key.created()));
    List<String> more = new ArrayList<>();
    if (key.expires() != null) {
      more.add("expires " + time(key.expires()));
    }
    if (key.revoked() != null) {
      more.add("revoked " + time(key.revoked()));
    }
    if (key.label() != null) {
      more.add(key.label());
    }
    if (!more.isEmpty()) {
      out.println("                 " + String.join(", ", more));
    }
  }

  /// To the second: finer digits tell a person nothing.
  private static String time(Instant time) {
    return Timestamps.write(time.truncatedTo(ChronoUnit.SECONDS));
  }
}
