package org.marquee.app.customer;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Plan;
import org.marquee.access.Rate;
import org.marquee.app.console.ListCommand;
import org.marquee.app.console.StorageCommand;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/// `plan`: how many requests organizations may make.
@Command(
    name = "plan",
    description = "Creates, changes and lists plans.",
    subcommands = {
      PlanCommand.Create.class,
      PlanCommand.ChangeOne.class,
      PlanCommand.ListAll.class
    })
public final class PlanCommand {
  private PlanCommand() {}

  /// What `create` and `change` say of a plan.
  private static final class Terms {
    private static final OptionalLong NONE = OptionalLong.empty();

    @Parameters(
        paramLabel = "NAME",
        description = "The plan: 1 to 80 of a-z, 0-9, dots, underscores and hyphens.",
        converter = Name.class)
    private String name = "";

    @Option(
        names = "--rate",
        paramLabel = "N",
        converter = Requests.class,
        description = "Requests a minute of all keys of an organization, or none: no limit.")
    private @Nullable OptionalLong rate;

    @Option(
        names = "--burst",
        paramLabel = "N",
        converter = Requests.class,
        description = "Requests that may be made at once, or none: those of a minute.")
    private @Nullable OptionalLong burst;

    @Option(
        names = "--bulk",
        negatable = true,
        description = "Whether it includes whole lists and bulk files.")
    private @Nullable Boolean bulk;

    @Option(
        names = "--quota",
        paramLabel = "N",
        converter = Quota.class,
        description = "Requests a calendar month (UTC), or none: no quota. It needs a rate.")
    private @Nullable OptionalLong quota;

    boolean isEmpty() {
      return rate == null && burst == null && bulk == null && quota == null;
    }

    /// The plan with these terms in place of its own.
    ///
    /// @throws WrongUsage if it has a quota or a burst and no rate, or a burst that is too small
    Plan on(Plan plan) {
      Optional<Rate> newRate = rateOn(plan.rate());
      OptionalLong newQuota = quota == null ? plan.monthlyQuota() : quota;
      if (newQuota.isPresent() && newRate.isEmpty()) {
        throw new WrongUsage("a plan with a --quota needs a --rate");
      }
      return new Plan(plan.name(), newRate, bulk == null ? plan.bulk() : bulk, newQuota);
    }

    private Optional<Rate> rateOn(Optional<Rate> now) {
      OptionalLong perMinute =
          rate == null ? now.map(each -> OptionalLong.of(each.perMinute())).orElse(NONE) : rate;
      if (perMinute.isEmpty()) {
        if (burst != null && burst.isPresent()) {
          throw new WrongUsage("a plan with a --burst needs a --rate");
        }
        return Optional.empty();
      }
      int requests = (int) perMinute.getAsLong();
      // A burst that was not chosen follows the rate.
      int atOnce =
          burst == null
              ? now.filter(each -> each.burst() != each.perMinute())
                  .map(Rate::burst)
                  .orElse(requests)
              : (int) burst.orElse(requests);
      if (atOnce < Rate.leastBurst(requests)) {
        throw new WrongUsage(
            "a --burst of a rate of %d a minute is at least %d, the requests of a second"
                .formatted(requests, Rate.leastBurst(requests)));
      }
      return Optional.of(new Rate(requests, atOnce));
    }
  }

  @Command(name = "create", description = "Creates a plan.")
  static final class Create extends StorageCommand {
    @Mixin private final Terms terms = new Terms();

    @Override
    protected boolean makesHome() {
      return true;
    }

    @Override
    protected void check() {
      if (terms.rate == null) {
        throw new WrongUsage("--rate is missing: requests a minute, or none");
      }
      plan();
    }

    @Override
    protected int run() {
      Plan plan = plan();
      return switch (desk().bookToChange().createPlan(plan)) {
        case MADE -> done("created plan " + sentence(plan), () -> PlanCommand.json(plan));
        case ALREADY_SO, UNKNOWN ->
            exists(
                "plan " + plan.name() + " exists already; use plan change",
                () -> JsonObject.of("name", plan.name()));
      };
    }

    private Plan plan() {
      return terms.on(new Plan(terms.name, OptionalInt.empty()));
    }
  }

  @Command(
      name = "change",
      description = "Changes a plan for all organizations that are on it, within two seconds.")
  static final class ChangeOne extends StorageCommand {
    @Mixin private final Terms terms = new Terms();

    @Override
    protected void check() {
      if (terms.isEmpty()) {
        throw new WrongUsage(
            "nothing to change: give --rate, --burst, --quota, --bulk or --no-bulk");
      }
    }

    @Override
    protected int run() {
      Optional<Plan> changed = desk().bookToChange().changePlan(terms.name, terms::on);
      return changed.isEmpty()
          ? failed("there is no plan " + terms.name + "; `plan list` shows them")
          : done("plan " + sentence(changed.get()), () -> PlanCommand.json(changed.get()));
    }
  }

  @Command(name = "list", description = "Lists plans.")
  static final class ListAll extends ListCommand<Plan> {
    @Override
    protected List<Plan> list() {
      return desk().book().listPlans();
    }

    @Override
    protected List<String> lines(Plan plan) {
      return List.of(sentence(plan));
    }

    @Override
    protected JsonObject json(Plan plan) {
      return PlanCommand.json(plan);
    }
  }

  private static String sentence(Plan plan) {
    return "%s: %s%s, %s"
        .formatted(
            plan.name(),
            plan.rate().map(PlanCommand::words).orElse("no limit of requests"),
            plan.monthlyQuota().isPresent()
                ? ", " + plan.monthlyQuota().getAsLong() + " a month"
                : "",
            plan.bulk() ? "with whole lists and bulk files" : "without whole lists and bulk files");
  }

  private static JsonObject json(Plan plan) {
    OptionalLong quota = plan.monthlyQuota();
    return JsonObject.of("name", plan.name())
        .with("rate", plan.rate().map(Rate::perMinute).orElse(null))
        .with("burst", plan.rate().map(Rate::burst).orElse(null))
        .with("quota", quota.isPresent() ? quota.getAsLong() : null)
        .with("bulk", plan.bulk());
  }

  private static String words(Rate rate) {
    return rate.perMinute()
        + (rate.perMinute() == 1 ? " request a minute" : " requests a minute")
        + (rate.burst() == rate.perMinute() ? "" : ", " + rate.burst() + " at once");
  }

  private static final class Name implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      if (!Plan.isName(text)) {
        throw new TypeConversionException(
            "the name of a plan is 1 to 80 of a-z, 0-9, dots, underscores and hyphens");
      }
      return text;
    }
  }

  private static final class Requests implements ITypeConverter<OptionalLong> {
    @Override
    public OptionalLong convert(String text) {
      return requests(text, Integer.MAX_VALUE);
    }
  }

  private static final class Quota implements ITypeConverter<OptionalLong> {
    @Override
    public OptionalLong convert(String text) {
      return requests(text, Long.MAX_VALUE);
    }
  }

  private static OptionalLong requests(String text, long most) {
    if (text.equals("none")) {
      return OptionalLong.empty();
    }
    try {
      long requests = Long.parseLong(text);
      if (requests > 0 && requests <= most) {
        return OptionalLong.of(requests);
      }
    } catch (NumberFormatException _) {
      // It has the same message.
    }
    throw new TypeConversionException(
        "'" + text + "' is not a number of requests, such as 600, or none");
  }
}
