package org.marquee.app;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Entitlement;
import org.marquee.access.Plan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `entitlement`: what an organization has paid for.
@Command(
    name = "entitlement",
    description = "Says what an organization has paid for.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {EntitlementCommand.Grant.class, EntitlementCommand.Revoke.class})
final class EntitlementCommand {
  @Command(
      name = "grant",
      description = "Entitles an organization, in place of what it was granted before.",
      mixinStandardHelpOptions = true)
  static final class Grant extends AccessCommand {
    private final Instant asked = Instant.now().truncatedTo(ChronoUnit.MICROS);

    @Parameters(
        paramLabel = "NAME",
        description = "The organization.",
        converter = OrganizationName.class)
    private String name = "";

    @Option(
        names = "--plan",
        paramLabel = "PLAN",
        description = "trial: 60 requests a minute; standard: 600 (the default); unlimited.")
    private Plan plan = Plan.DEFAULT;

    @Option(
        names = "--from",
        paramLabel = "TIME",
        converter = Times.class,
        description = "When it begins, such as 2026-03-01T18:00:00Z (default: now).")
    private @Nullable Instant from;

    @Option(
        names = "--until",
        paramLabel = "TIME",
        converter = Times.class,
        description = "When it ends (default: never).")
    private @Nullable Instant until;

    @Override
    void check() {
      if (until != null && !start().isBefore(until)) {
        throw new WrongUsage("--until must be later than " + (from == null ? "now" : "--from"));
      }
    }

    private Instant start() {
      return from == null ? asked : from;
    }

    @Override
    int run(Desk desk) {
      return switch (desk.book().grant(name, new Entitlement(plan, start(), until))) {
        case MADE, ALREADY_SO -> desk.done(name + " is entitled to " + plan.word());
        case UNKNOWN -> desk.failed("there is no organization " + name);
      };
    }
  }

  @Command(
      name = "revoke",
      description = "Withdraws the entitlement of an organization.",
      mixinStandardHelpOptions = true)
  static final class Revoke extends AccessCommand {
    @Parameters(
        paramLabel = "NAME",
        description = "The organization.",
        converter = OrganizationName.class)
    private String name = "";

    @Override
    int run(Desk desk) {
      return switch (desk.book().revokeEntitlement(name)) {
        case MADE -> desk.done(name + " is no longer entitled");
        case ALREADY_SO -> desk.done(name + " was not entitled");
        case UNKNOWN -> desk.failed("there is no organization " + name);
      };
    }
  }
}
