package org.marquee.app;

import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.marquee.access.Account;
import org.marquee.access.Change;
import org.marquee.access.Entitlement;
import org.marquee.listing.Timestamps;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JsonGenerator;

/// `organization`: who may be a customer.
@Command(
    name = "organization",
    description = "Creates, lists, suspends and resumes organizations.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      OrganizationCommand.Create.class,
      OrganizationCommand.ListAll.class,
      OrganizationCommand.Suspend.class,
      OrganizationCommand.Resume.class
    })
final class OrganizationCommand {
  /// A command about one organization.
  abstract static class OfOne extends StorageCommand {
    @Parameters(
        paramLabel = "NAME",
        description = "1 to 80 letters, digits, dots, underscores and hyphens.",
        converter = OrganizationName.class)
    String name = "";
  }

  @Command(
      name = "create",
      description = "Creates an organization.",
      mixinStandardHelpOptions = true)
  static final class Create extends OfOne {
    @Override
    boolean makesHome() {
      return true;
    }

    @Override
    int run(CommandContext desk) {
      return switch (desk.book().createOrganization(name)) {
        case MADE -> desk.done("organization " + name + " created");
        case ALREADY_SO, UNKNOWN -> desk.failed("organization " + name + " exists already");
      };
    }
  }

  @Command(
      name = "list",
      description = "Lists organizations and their plans.",
      mixinStandardHelpOptions = true)
  static final class ListAll extends StorageCommand {
    @Option(names = "--json", description = "Print JSON (docs/command-line.md).")
    private boolean json;

    @Override
    int run(CommandContext desk) {
      List<Account> accounts = desk.book().listAccounts();
      if (json) {
        desk.json(accounts, OrganizationCommand::write);
      } else {
        accounts.forEach(account -> print(account, desk.out()));
      }
      return 0;
    }
  }

  @Command(
      name = "suspend",
      description = "Suspends an organization: its keys stop working, and stay.",
      mixinStandardHelpOptions = true)
  static final class Suspend extends OfOne {
    @Override
    int run(CommandContext desk) {
      return changed(desk, desk.book().suspend(name), name, "suspended");
    }
  }

  @Command(
      name = "resume",
      description = "Resumes a suspended organization.",
      mixinStandardHelpOptions = true)
  static final class Resume extends OfOne {
    @Override
    int run(CommandContext desk) {
      return changed(desk, desk.book().resume(name), name, "resumed");
    }
  }

  private static int changed(CommandContext desk, Change change, String name, String what) {
    return switch (change) {
      case MADE -> desk.done("organization " + name + " " + what);
      case ALREADY_SO -> desk.done("organization " + name + " was " + what + " already");
      case UNKNOWN -> desk.failed("there is no organization " + name);
    };
  }

  private static void write(JsonGenerator json, Account account) {
    json.writeStartObject();
    json.writeStringProperty("name", account.organization().name());
    json.writeBooleanProperty("suspended", account.organization().isSuspended());
    Entitlement entitlement = account.entitlement();
    if (entitlement != null) {
      json.writeObjectPropertyStart("entitlement");
      json.writeStringProperty("plan", entitlement.plan());
      json.writeStringProperty("from", Timestamps.write(entitlement.from()));
      if (entitlement.until() != null) {
        json.writeStringProperty("until", Timestamps.write(entitlement.until()));
      }
      json.writeBooleanProperty("active", account.isEntitled(Instant.now()));
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private static void print(Account account, PrintWriter out) {
    Entitlement entitlement = account.entitlement();
    out.printf(
        "%-20s %-9s %s%n",
        account.organization().name(),
        account.organization().isSuspended() ? "suspended" : "",
        entitlement == null ? "no plan" : told(entitlement, account));
  }

  private static String told(Entitlement entitlement, Account account) {
    return entitlement.plan()
        + " from "
        + time(entitlement.from())
        + (entitlement.until() == null ? "" : " until " + time(entitlement.until()))
        + (account.isEntitled(Instant.now()) ? "" : " (not active)");
  }

  /// To the second: finer digits tell a person nothing.
  private static String time(Instant time) {
    return Timestamps.write(time.truncatedTo(ChronoUnit.SECONDS));
  }
}
