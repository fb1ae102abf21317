package org.marquee.app.customer;

import static java.time.ZoneOffset.UTC;
import static java.util.stream.Collectors.joining;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Account;
import org.marquee.access.Entitlement;
import org.marquee.access.QuotaState;
import org.marquee.access.usage.UsageCounts;
import org.marquee.access.usage.UsageLedger.By;
import org.marquee.access.usage.UsageLedger.Sum;
import org.marquee.app.console.ListCommand;
import org.marquee.app.console.Times;
import org.marquee.app.terminal.Failure;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.json.JsonObject;
import org.marquee.store.access.PostgresUsage;
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
      split = ",",
      paramLabel = "PART",
      description =
          "day, key or operation, or several, such as day,key (default: one sum for each"
              + " organization).")
  private List<By> by = List.of();

  @Option(names = "--csv", description = "Prints CSV, with plan and period: a bill.")
  private boolean csv;

  private Map<String, QuotaState> quotas = Map.of();
  private Map<String, String> plans = Map.of();

  @Override
  protected void check() {
    by = by.stream().filter(each -> each != By.ORGANIZATION).distinct().toList();
    if (csv && isForProgram()) {
      throw new WrongUsage("--csv and --json exclude each other");
    }
    if (from != null && until != null && !from.isBefore(until)) {
      throw new WrongUsage("--until must be later than --from");
    }
  }

  @Override
  protected List<Sum> list() {
    sayCut(from, "left out: it began before --from");
    sayCut(until, "counted whole, although --until lies in it");
    Instant now = desk().book().now();
    Instant month = now.atOffset(UTC).withDayOfMonth(1).truncatedTo(ChronoUnit.DAYS).toInstant();
    from = Objects.requireNonNullElse(from, month);
    until = Objects.requireNonNullElse(until, now);
    PostgresUsage usage = new PostgresUsage(database().pool());
    quotas = usage.quotas(now);
    plans = new HashMap<>();
    for (Account each : desk().book().listAccounts()) {
      Entitlement entitlement = each.entitlement();
      plans.put(each.organization().name(), entitlement == null ? "" : entitlement.plan());
    }
    if (organization != null && !plans.containsKey(organization)) {
      throw new Failure(OrganizationCommand.unknown(organization));
    }
    return usage.sum(organization, from, until, by.toArray(By[]::new));
  }

  /// Usage is kept by the hour.
  private void sayCut(@Nullable Instant bound, String what) {
    Instant hour = bound == null ? null : bound.truncatedTo(ChronoUnit.HOURS);
    if (hour != null && !hour.equals(bound)) {
      err().println("marquee: the hour %s is %s".formatted(Times.hour(hour), what));
    }
  }

  @Override
  protected void print(List<Sum> all) {
    List<Object> names = new ArrayList<>(List.of("organization"));
    names.addAll(csv ? List.of("plan", "from", "until") : List.of());
    names.addAll(by);
    names.addAll(csv ? List.of("requests", "served") : List.of("requests"));
    names.addAll(List.of("bytes", "notModified", "refused", "errors"));
    out().println(line(names));
    super.print(all);
    for (String name : new TreeSet<>(all.stream().map(Sum::organization).toList())) {
      QuotaState quota = quotas.get(name);
      if (quota != null && !csv) {
        out().println(name + ": " + OrganizationCommand.quota(quota));
      }
    }
  }

  @Override
  protected List<String> lines(Sum sum) {
    UsageCounts counts = sum.counts();
    List<Object> values = new ArrayList<>(List.of(sum.organization()));
    if (csv && from != null && until != null) {
      values.add(plans.getOrDefault(sum.organization(), ""));
      values.addAll(List.of(Times.toTheSecond(from), Times.toTheSecond(until)));
    }
    values.addAll(sum.parts());
    values.add(counts.requests());
    if (csv) {
      values.add(counts.requests() - counts.limited());
    }
    values.addAll(List.of(counts.bytes(), counts.notModified(), counts.limited(), counts.errors()));
    return List.of(line(values));
  }

  /// No value has a comma or a quotation mark.
  private String line(List<Object> values) {
    if (csv) {
      return values.stream().map(Object::toString).collect(joining(","));
    }
    String texts = "%-20s ".repeat(values.size() - COUNTS);
    return (texts + "%11s ".repeat(COUNTS)).formatted(values.toArray()).strip();
  }

  @Override
  protected JsonObject json(Sum sum) {
    UsageCounts counts = sum.counts();
    JsonObject json = JsonObject.of("organization", sum.organization());
    for (int at = 0; at < by.size(); at++) {
      String part = sum.parts().get(at);
      json.with(by.get(at).toString(), part.isEmpty() ? null : part);
    }
    return json.with("requests", counts.requests())
        .with("bytes", counts.bytes())
        .with("notModified", counts.notModified())
        .with("refused", counts.limited())
        .with("errors", counts.errors())
        .with("quota", OrganizationCommand.json(quotas.get(sum.organization())));
  }
}
