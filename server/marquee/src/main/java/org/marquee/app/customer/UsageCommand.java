package org.marquee.app.customer;

import static java.util.stream.Collectors.joining;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.access.UsageCounts;
import org.marquee.access.UsageLedger.By;
import org.marquee.access.UsageLedger.Sum;
import org.marquee.app.command.AdminJson;
import org.marquee.app.command.ListCommand;
import org.marquee.app.command.Times;
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
public final class UsageCommand extends ListCommand<Sum> {
  private static final int COUNTS = 5;

  @Parameters(
      paramLabel = "ORGANIZATION",
      arity = "0..1",
      description = "Only this one (default: all).")
  private @Nullable String organization;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      converter = Times.OrDay.class,
      description = "A day in UTC or a time, such as 2026-10-01 (default: this month).")
  private @Nullable Instant from;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      converter = Times.OrDay.class,
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
  protected void check() {
    if (from != null && until != null && !from.isBefore(until)) {
      throw new WrongUsage("--until must be later than --from");
    }
  }

  @Override
  protected List<Sum> list() {
    if (csv && isForProgram()) {
      throw new WrongUsage("--csv and --json exclude each other");
    }
    return desk()
        .usage(organization, from, until, by)
        .orElseThrow(() -> new Failure(OrganizationCommand.unknown(String.valueOf(organization))));
  }

  @Override
  protected void print(List<Sum> all) {
    List<Object> names = new ArrayList<>(List.of("organization", by));
    names.addAll(List.of("requests", "bytes", "notModified", "refused", "errors"));
    out().println(line(names));
    super.print(all);
  }

  @Override
  protected List<String> lines(Sum sum) {
    UsageCounts counts = sum.counts();
    return List.of(
        line(
            List.of(
                sum.organization(),
                sum.part(),
                counts.requests(),
                counts.bytes(),
                counts.notModified(),
                counts.limited(),
                counts.errors())));
  }

  /// No value has a comma or a quotation mark.
  ///
  /// @param all of which the second is left out where there is one sum for each organization
  private String line(List<Object> all) {
    List<Object> values = new ArrayList<>(all);
    if (by == By.ORGANIZATION) {
      values.remove(1);
    }
    if (csv) {
      return values.stream().map(Object::toString).collect(joining(","));
    }
    String texts = "%-20s ".repeat(values.size() - COUNTS);
    return (texts + "%11s ".repeat(COUNTS)).formatted(values.toArray()).strip();
  }

  @Override
  protected JsonObject json(Sum sum) {
    return AdminJson.of(sum, by.toString());
  }
}
