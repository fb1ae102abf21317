package org.marquee.app.customer;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Account;
import org.marquee.access.Entitlement;
import org.marquee.access.Organization;
import org.marquee.access.QuotaState;
import org.marquee.app.console.ListCommand;
import org.marquee.app.console.StorageCommand;
import org.marquee.app.console.Times;
import org.marquee.app.terminal.Failure;
import org.marquee.json.JsonObject;
import org.marquee.store.access.PostgresUsage;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

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
public final class OrganizationCommand {
  private OrganizationCommand() {}

  /// A command about one organization.
  abstract static class OfOne extends StorageCommand {
    @Parameters(
        paramLabel = "NAME",
        description = "The organization: 1 to 80 letters, digits, dots, underscores and hyphens.",
        converter = Name.class)
    String name = "";

    /// The organization as `list` shows it.
    JsonObject shown() {
      return desk().book().listAccounts().stream()
          .filter(each -> each.organization().name().equals(name))
          .map(each -> json(each, desk().book().now()))
          .findFirst()
          .orElseThrow(() -> new Failure(unknown(name)));
    }
  }

  private static final class Name implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      if (!Organization.isName(text)) {
        throw new TypeConversionException(
            "a name is 1 to 80 letters, digits, dots, underscores and hyphens");
      }
      return text;
    }
  }

  @Command(name = "create", description = "Creates an organization.")
  static final class Create extends OfOne {
    @Override
    protected boolean makesHome() {
      return true;
    }

    @Override
    protected int run() {
      return switch (desk().bookToChange().createOrganization(name)) {
        case MADE -> done("organization " + name + " created", this::shown);
        case ALREADY_SO, UNKNOWN -> exists("organization " + name + " exists already", this::shown);
      };
    }
  }

  @Command(name = "suspend", description = "Suspends an organization: its keys stop working.")
  static final class Suspend extends OfOne {
    @Override
    protected int run() {
      return changed(
          desk().bookToChange().suspend(name),
          "organization " + name + " suspended",
          "organization " + name + " is already suspended",
          unknown(name),
          this::shown);
    }
  }

  @Command(name = "resume", description = "Resumes a suspended organization.")
  static final class Resume extends OfOne {
    @Override
    protected int run() {
      return changed(
          desk().bookToChange().resume(name),
          "organization " + name + " resumed",
          "organization " + name + " is not suspended",
          unknown(name),
          this::shown);
    }
  }

  static String unknown(String name) {
    return "there is no organization " + name + "; `organization list` shows them";
  }

  @Command(name = "list", description = "Lists organizations and their plans.")
  static final class ListAll extends ListCommand<Account> {
    /// By the clock that nodes use.
    private Instant now = Instant.EPOCH;

    private Map<String, QuotaState> quotas = Map.of();

    @Override
    protected List<Account> list() {
      now = desk().book().now();
      quotas = new PostgresUsage(database().pool()).quotas(now);
      return desk().book().listAccounts();
    }

    @Override
    protected List<String> lines(Account account) {
      return List.of(
          "%-20s %-9s %s%s"
              .formatted(
                  account.organization().name(),
                  account.organization().isSuspended() ? "suspended" : "",
                  plan(account),
                  Optional.ofNullable(quotas.get(account.organization().name()))
                      .map(each -> ", " + quota(each))
                      .orElse("")));
    }

    private String plan(Account account) {
      Entitlement entitlement = account.entitlement();
      if (entitlement == null) {
        return "no plan";
      }
      Instant until = entitlement.until();
      return "%s from %s%s%s"
          .formatted(
              entitlement.plan(),
              Times.toTheSecond(entitlement.from()),
              until == null ? "" : " until " + Times.toTheSecond(until),
              account.isEntitled(now) ? "" : " (not active)");
    }

    @Override
    protected JsonObject json(Account account) {
      return OrganizationCommand.json(account, now)
          .with("quota", OrganizationCommand.json(quotas.get(account.organization().name())));
    }
  }

  private static JsonObject json(Account account, Instant now) {
    Entitlement entitlement = account.entitlement();
    return JsonObject.of("name", account.organization().name())
        .with("suspended", account.organization().isSuspended())
        .with(
            "entitlement",
            entitlement == null
                ? null
                : JsonObject.of("plan", entitlement.plan())
                    .with("from", entitlement.from())
                    .with("until", entitlement.until())
                    .with("active", account.isEntitled(now)));
  }

  /// What is used and left of a quota; null where there is none.
  static @Nullable JsonObject json(@Nullable QuotaState quota) {
    return quota == null
        ? null
        : JsonObject.of("limit", quota.requests())
            .with("used", quota.used())
            .with("left", quota.remaining())
            .with("renewsAt", quota.renews());
  }

  /// What is used and left of a quota, for people.
  static String quota(QuotaState quota) {
    return "quota %d: %d used, %d left until %s"
        .formatted(
            quota.requests(), quota.used(), quota.remaining(), Times.toTheSecond(quota.renews()));
  }
}
