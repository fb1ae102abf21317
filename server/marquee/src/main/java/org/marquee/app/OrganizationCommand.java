package org.marquee.app;

import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.marquee.access.Account;
import org.marquee.access.Entitlement;
import org.marquee.admin.AccessDesk;
import org.marquee.admin.AdminJson;
import org.marquee.app.terminal.Failure;
import org.marquee.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `organization`: the organizations that may use the interface.
@Command(
    name = "organization",
    description = "Creates, lists, suspends and resumes organizations.",
    subcommands = {
      OrganizationCommand.Create.class,
      OrganizationCommand.ListAll.class,
      OrganizationCommand.Suspend.class,
      OrganizationCommand.Resume.class
    })
final class OrganizationCommand {
  private OrganizationCommand() {}

  @Command(name = "create", description = "Creates an organization.")
  static final class Create extends StorageCommand {
    @Mixin private final OrganizationArgument organization = new OrganizationArgument();

    @Override
    boolean makesHome() {
      return true;
    }

    @Override
    int run(CommandContext context) {
      String name = organization.name();
      return switch (context.bookToChange().createOrganization(name)) {
        case MADE -> context.done("organization " + name + " created", shown(name, context));
        case ALREADY_SO, UNKNOWN -> context.failed("organization " + name + " exists already");
      };
    }
  }

  @Command(name = "suspend", description = "Suspends an organization: its keys stop working.")
  static final class Suspend extends StorageCommand {
    @Mixin private final OrganizationArgument organization = new OrganizationArgument();

    @Override
    int run(CommandContext context) {
      String name = organization.name();
      return context.changed(
          context.bookToChange().suspend(name),
          "organization " + name + " suspended",
          "organization " + name + " is already suspended",
          unknown(name),
          shown(name, context));
    }
  }

  @Command(name = "resume", description = "Resumes a suspended organization.")
  static final class Resume extends StorageCommand {
    @Mixin private final OrganizationArgument organization = new OrganizationArgument();

    @Override
    int run(CommandContext context) {
      String name = organization.name();
      return context.changed(
          context.bookToChange().resume(name),
          "organization " + name + " resumed",
          "organization " + name + " is not suspended",
          unknown(name),
          shown(name, context));
    }
  }

  static String unknown(String name) {
    return "there is no organization " + name + "; `organization list` shows them";
  }

  /// An organization as `list` shows it.
  static Supplier<JsonObject> shown(String name, CommandContext context) {
    return () ->
        new AccessDesk(context.storage())
            .account(name)
            .map(each -> AdminJson.of(each, context.book().now()))
            .orElseThrow(() -> new Failure(unknown(name)));
  }

  @Command(name = "list", description = "Lists organizations and their plans.")
  static final class ListAll extends ListCommand<Account> {
    /// By the clock that nodes use.
    private Instant now = Instant.EPOCH;

    @Override
    List<Account> list(CommandContext context) {
      now = context.book().now();
      return context.book().listAccounts();
    }

    @Override
    void print(List<Account> all, CommandContext context) {
      for (Account account : all) {
        context
            .out()
            .printf(
                "%-20s %-9s %s%n",
                account.organization().name(),
                account.organization().isSuspended() ? "suspended" : "",
                plan(account));
      }
    }

    private String plan(Account account) {
      Entitlement entitlement = account.entitlement();
      if (entitlement == null) {
        return "no plan";
      }
      Instant until = entitlement.until();
      return entitlement.plan()
          + " from "
          + Times.toTheSecond(entitlement.from())
          + (until == null ? "" : " until " + Times.toTheSecond(until))
          + (account.isEntitled(now) ? "" : " (not active)");
    }

    @Override
    JsonObject json(Account account) {
      return AdminJson.of(account, now);
    }
  }
}
