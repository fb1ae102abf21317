package org.marquee.app;

import static java.util.stream.Collectors.joining;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.access.UsageCounts;
import org.marquee.access.UsageLedger.By;
import org.marquee.access.UsageLedger.Sum;
import org.marquee.admin.AccessDesk;
import org.marquee.admin.AdminJson;
import org.marquee.app.terminal.Failure;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `usage`: what organizations used.
@Command(
    name = "usage",
    description = "Shows what organizations used, by hours that began in a period.")
final class UsageCommand extends ListCommand<Sum> {
  private static final int COUNTS = 5;

  @Parameters(
      paramLabel = "ORGANIZATION",
      arity = "0..1",
      description = "Only this one (default: all).")
  private @Nullable String organization;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      converter = DayOrTime.class,
      description = "A day in UTC or a time, such as 2026-10-01 (default: this month).")
  private @Nullable Instant from;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      converter = DayOrTime.class,
      description = "Where the period ends, such as 2026-11-01 for all of October (default: now).")
  private @Nullable Instant until;

  @Option(
      names = "--by",
      paramLabel = "PART",
      description = "day, key or operation (default: one sum for each organization).")
  private By by = By.ORGANIZATION;

  @Option(names = "--csv", description = "Prints CSV.")
  private boolean csv;

  @Override
  void check() {
    if (from != null && until != null && !from.isBefore(until)) {
      throw new WrongUsage("--until must be later than --from");
    }
  }

  @Override
  List<Sum> list(CommandContext context) {
    if (csv && context.output() == Output.JSON) {
      throw new WrongUsage("--csv and --json exclude each other");
    }
    return new AccessDesk(context.storage())
        .usage(organization, from, until, by)
        .orElseThrow(() -> new Failure(OrganizationCommand.unknown(String.valueOf(organization))));
  }

  @Override
  void print(List<Sum> all, CommandContext context) {
    List<Object> names = new ArrayList<>(List.of("organization"));
    if (by != By.ORGANIZATION) {
      names.add(part());
    }
    names.addAll(List.of("requests", "bytes", "notModified", "refused", "errors"));
    printLine(names, context);
    for (Sum sum : all) {
      List<Object> values = new ArrayList<>(List.of(sum.organization()));
      if (by != By.ORGANIZATION) {
        values.add(sum.part());
      }
      UsageCounts counts = sum.counts();
      values.addAll(
          List.of(
              counts.requests(),
              counts.bytes(),
              counts.notModified(),
              counts.limited(),
              counts.errors()));
      printLine(values, context);
    }
  }

  /// No value has a comma or a quotation mark.
  private void printLine(List<Object> values, CommandContext context) {
    if (csv) {
      context.out().println(values.stream().map(Object::toString).collect(joining(",")));
    } else {
      String texts = "%-20s ".repeat(values.size() - COUNTS);
      context.out().println((texts + "%11s ".repeat(COUNTS)).formatted(values.toArray()).strip());
    }
  }

  private String part() {
    return by.toString();
  }

  @Override
  JsonObject json(Sum sum) {
    return AdminJson.of(sum, part());
  }
}
