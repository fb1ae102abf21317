package org.marquee.site.operator;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.explanation.Explanation;
import org.marquee.site.frame.SitePage;
import org.marquee.site.frame.Visit;
import org.marquee.site.operator.NamesGuard.Sight;
import org.marquee.site.operator.OperationsState.Customer;
import org.marquee.site.operator.OperationsState.Source;

/// `/operations`: sources, imports, alarms, nodes and organizations, for who runs the service. It
/// changes nothing: beside each thing that can be changed is the command for that.
public final class OperationsPage {
  private static final int AHEAD = 14;
  private static final int BACK = 30;
  private static final int WEEKS = 4;
  private static final Set<String> OUTCOMES = Set.of("applied", "refused", "failed", "undone");

  private final OperationsSource source;

  public OperationsPage(OperationsSource source) {
    this.source = source;
  }

  /// A provider with its chart.
  ///
  /// @param sum a line about the days to come
  public record ShownSource(Source source, BarChart chart, String sum) {}

  /// An organization with its chart.
  public record ShownCustomer(Customer customer, BarChart chart, String sum) {}

  /// What the page shows.
  ///
  /// @param alarms those that name an organization only where names are shown
  /// @param sources empty where the database cannot be read
  /// @param customers null where names are not shown
  public record OperationsView(
      OperationsState state,
      List<OperationsState.Alarm> alarms,
      List<ShownSource> sources,
      @Nullable List<ShownCustomer> customers,
      Sight sight) {}

  /// All of it.
  public SitePage overview(Sight sight) {
    return visit -> {
      OperationsState state = source.state();
      OperationsState.Stored stored = state.stored();
      OperationsView view =
          new OperationsView(
              state,
              stored == null
                  ? List.of()
                  : stored.alarms().stream()
                      .filter(each -> sight == Sight.NAMES || !each.code().startsWith("quota_"))
                      .toList(),
              stored == null
                  ? List.of()
                  : stored.sources().stream().map(each -> shown(each, visit)).toList(),
              sight == Sight.NAMES && stored != null ? customers(visit) : null,
              sight);
      return new SitePage.Outcome.Shown(
          (out, plain) -> JteoperationsGenerated.render(out, plain, visit, view));
    };
  }

  /// `/why/{id}`: why a record is as it is, as `explain` says it.
  public SitePage why() {
    return visit -> {
      Optional<Explanation> found = source.explain(visit.id(), visit.day("date").orElse(null));
      return found.isEmpty()
          ? new SitePage.Outcome.Missing("why")
          : new SitePage.Outcome.Shown(
              (out, plain) -> JtewhyGenerated.render(out, plain, visit, found.get()));
    };
  }

  /// The organizations alone.
  public SitePage organizations() {
    return visit -> {
      List<ShownCustomer> customers = customers(visit);
      return new SitePage.Outcome.Shown(
          (out, plain) -> JteorganizationsGenerated.render(out, plain, visit, customers));
    };
  }

  private List<ShownCustomer> customers(Visit visit) {
    return source.customers().stream().map(each -> shown(each, visit)).toList();
  }

  private static LocalDate today(Visit visit) {
    return LocalDate.ofInstant(visit.now(), ZoneOffset.UTC);
  }

  private static ShownSource shown(Source source, Visit visit) {
    LocalDate today = today(visit);
    List<BarChart.Value> values = new ArrayList<>();
    long sum = 0;
    double usual = 0;
    for (int ahead = 0; ahead < AHEAD; ahead++) {
      LocalDate day = today.plusDays(ahead);
      BarChart.Value value = value(day, today, source.days(), visit);
      values.add(value);
      sum += value.number();
      usual = value.usual() < 0 || usual < 0 ? -1 : usual + value.usual();
    }
    long low = values.stream().filter(BarChart.Value::isLow).count();
    String text =
        usual < 0
            ? visit.text("operations.ahead", sum)
            : visit.text("operations.ahead.usual", sum, Math.round(usual));
    return new ShownSource(
        source,
        BarChart.of(values),
        low == 0 ? text : text + " " + visit.text("operations.low", low));
  }

  /// A day with what its weekday usually had: the mean of the last weeks that are known.
  private static BarChart.Value value(
      LocalDate day, LocalDate today, Map<LocalDate, Long> days, Visit visit) {
    LocalDate known = days.keySet().stream().min(LocalDate::compareTo).orElse(today);
    long all = 0;
    int weeks = 0;
    for (LocalDate before = day.minusWeeks(1);
        weeks < WEEKS && !before.isBefore(known);
        before = before.minusWeeks(1)) {
      if (before.isBefore(today)) {
        all += days.getOrDefault(before, 0L);
        weeks++;
      }
    }
    long number = days.getOrDefault(day, 0L);
    double usual = weeks == 0 ? -1 : (double) all / weeks;
    String name = visit.words().day(day);
    return new BarChart.Value(
        weeks == 0
            ? visit.text("operations.day", name, number)
            : visit.text("operations.day.usual", name, number, Math.round(usual)),
        number,
        usual);
  }

  private static ShownCustomer shown(Customer customer, Visit visit) {
    LocalDate today = today(visit);
    List<BarChart.Value> values = new ArrayList<>();
    long sum = 0;
    for (int back = BACK - 1; back >= 0; back--) {
      LocalDate day = today.minusDays(back);
      long number = customer.days().getOrDefault(day, 0L);
      sum += number;
      values.add(
          new BarChart.Value(
              visit.text("operations.requests.day", visit.words().day(day), number), number, -1));
    }
    return new ShownCustomer(
        customer, BarChart.of(values), visit.text("operations.requests", sum, BACK));
  }

  /// What became of a run, in the words of the page.
  public static String outcome(String outcome, Visit visit) {
    return OUTCOMES.contains(outcome) ? visit.text("operations.run." + outcome) : outcome;
  }

  /// A moment by the clock of UTC.
  public static String moment(Instant instant, Visit visit) {
    return visit.words().moment(instant, ZoneOffset.UTC) + " UTC";
  }

  /// A command with one argument, as a shell takes it.
  public static String command(String words, String argument) {
    boolean plain = argument.matches("[A-Za-z0-9._][A-Za-z0-9._-]*");
    return "marquee "
        + words
        + " "
        + (plain ? argument : "'" + argument.replace("'", "'\\''") + "'");
  }
}
