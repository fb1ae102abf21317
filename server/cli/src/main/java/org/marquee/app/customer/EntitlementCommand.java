package org.marquee.app.customer;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Entitlement;
import org.marquee.access.Plan;
import org.marquee.app.console.Times;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.store.access.PostgresAccess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `entitlement`: the plans of organizations.
@Command(
    name = "entitlement",
    description = "Sets an organization's plan, or withdraws it.",
    subcommands = {EntitlementCommand.Grant.class, EntitlementCommand.Revoke.class})
public final class EntitlementCommand {
  private EntitlementCommand() {}

  @Command(
      name = "grant",
      description = "Sets an organization's plan and its period. Replaces the earlier grant.")
  static final class Grant extends OrganizationCommand.OfOne {
    @Option(
        names = "--plan",
        paramLabel = "PLAN",
        description =
            "trial: 60 requests a minute; standard: 600; unlimited; or a plan of your own"
                + " (default: the plan that it has, else standard).")
    private @Nullable String plan;

    @Option(
        names = "--from",
        paramLabel = "TIME",
        converter = Times.OrDay.class,
        description = "A day in UTC or a time when it begins, such as 2026-03-01 (default: now).")
    private @Nullable Instant from;

    @Option(
        names = "--until",
        paramLabel = "TIME",
        converter = Times.OrDay.class,
        description = "A day in UTC or a time when it ends (default: never).")
    private @Nullable Instant until;

    @Override
    protected void check() {
      if (from != null) {
        checkEnd(from);
      }
    }

    private void checkEnd(Instant start) {
      if (until != null && !start.isBefore(until)) {
        throw new WrongUsage("--until must be later than " + (from == null ? "now" : "--from"));
      }
    }

    @Override
    protected int run() {
      return granted(desk().bookToChange())
          .map(granted -> done(name + ": the plan is now " + granted, this::shown))
          .orElseGet(() -> failed(OrganizationCommand.unknown(name)));
    }

    /// The name of the plan; empty where there is no such organization.
    private Optional<String> granted(PostgresAccess book) {
      // By the clock that nodes use: the grant is in force at once.
      Instant start = from == null ? book.now() : from;
      checkEnd(start);
      if (plan == null) {
        return book.renew(name, start, until);
      }
      String chosen = existing(plan, book);
      return switch (book.grant(name, new Entitlement(chosen, start, until))) {
        case MADE, ALREADY_SO -> Optional.of(chosen);
        case UNKNOWN -> Optional.empty();
      };
    }

    /// The name of the plan as it is stored: the case of what was typed does not matter.
    private static String existing(String typed, PostgresAccess book) {
      List<String> names = book.listPlans().stream().map(Plan::name).toList();
      return names.stream()
          .filter(typed::equalsIgnoreCase)
          .findFirst()
          .orElseThrow(() ->
              new WrongUsage(
                  "--plan: there is no plan %s. The plans are %s"
                      .formatted(typed, String.join(", ", names))));
    }
  }

  @Command(name = "revoke", description = "Withdraws an organization's plan.")
  static final class Revoke extends OrganizationCommand.OfOne {
    @Override
    protected int run() {
      return changed(
          desk().bookToChange().revokeEntitlement(name),
          name + ": the plan is withdrawn",
          name + " has no plan",
          OrganizationCommand.unknown(name),
          this::shown);
    }
  }
}
