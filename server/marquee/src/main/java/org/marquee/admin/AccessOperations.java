package org.marquee.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.marquee.access.Account;
import org.marquee.access.Change;
import org.marquee.access.Entitlement;
import org.marquee.access.IssuedKey;
import org.marquee.access.KeyRotation;
import org.marquee.access.LabelledKey;
import org.marquee.access.Organization;
import org.marquee.access.Plan;
import org.marquee.access.Rate;
import org.marquee.admin.AdminOperation.Outcome;
import org.marquee.store.access.PostgresAccess;
import org.marquee.v1.declaration.Reason;

/// What the operations about organizations, keys and plans do. Names are the caller's, so what is
/// sent twice is done once.
final class AccessOperations {
  private static final Duration KEEP_OLD = Duration.ofDays(1);

  private AccessOperations() {}

  static Outcome organizations(AdminRequest request) {
    PostgresAccess book = request.desk().book();
    Instant now = book.now();
    return new Outcome.Done(
        book.listAccounts().stream().map(each -> AdminJson.of(each, now)).toList());
  }

  static Outcome organization(AdminRequest request) {
    String name = request.name("organization");
    return request
        .desk()
        .account(name)
        .<Outcome>map(found -> new Outcome.Done(AdminJson.of(found, request.desk().book().now())))
        .orElseGet(() -> request.noOrganization(name));
  }

  static Outcome putOrganization(AdminRequest request) {
    String name = request.name("organization");
    if (!Organization.isName(name)) {
      return request.refused(
          "organization",
          Reason.MALFORMED,
          "1 to 80 letters, digits, dots, underscores and hyphens");
    }
    PostgresAccess book = request.desk().bookToChange();
    Change created = book.createOrganization(name);
    Boolean suspended = request.input().flag("suspended");
    if (suspended != null) {
      var _ = suspended ? book.suspend(name) : book.resume(name);
    }
    return created == Change.MADE && organization(request) instanceof Outcome.Done(Object data)
        ? new Outcome.Made(data)
        : organization(request);
  }

  static Outcome grant(AdminRequest request) {
    String name = request.name("organization");
    Account account = request.desk().account(name).orElse(null);
    if (account == null) {
      return request.noOrganization(name);
    }
    PostgresAccess book = request.desk().bookToChange();
    String plan = Objects.requireNonNull(request.input().text("plan"));
    List<String> plans = book.listPlans().stream().map(Plan::name).toList();
    if (!plans.contains(plan)) {
      return request.refused(
          "plan", Reason.UNKNOWN_VALUE, "one of the plans " + String.join(", ", plans));
    }
    Instant now = book.now();
    Entitlement before = account.entitlement();
    Instant usual = before != null && !before.from().isAfter(now) ? before.from() : now;
    Instant from = Objects.requireNonNullElse(request.input().time("from"), usual);
    Instant until = request.input().time("until");
    if (until != null && !from.isBefore(until)) {
      return request.refused("until", Reason.WINDOW_EMPTY, "later than the plan begins");
    }
    Entitlement wanted = new Entitlement(plan, from, until);
    if (!wanted.equals(before)) {
      book.grant(name, wanted);
    }
    return organization(request);
  }

  static Outcome withdraw(AdminRequest request) {
    request.desk().bookToChange().revokeEntitlement(request.name("organization"));
    return organization(request);
  }

  static Outcome putKey(AdminRequest request) {
    String name = request.name("organization");
    String label = request.name("label");
    if (!IssuedKey.isLabel(label)) {
      return request.refused(
          "label", Reason.MALFORMED, "1 to 80 characters, none of them control characters");
    }
    String scope = request.input().text("scope");
    Instant expires = request.input().time("expires");
    IssuedKey.Scope wanted = IssuedKey.Scope.of(Objects.requireNonNullElse(scope, "api"));
    return switch (request
        .desk()
        .bookToChange()
        .ensureKey(name, wanted, label, expires)
        .orElse(null)) {
      case null -> request.noOrganization(name);
      case LabelledKey.Issued(var key) -> new Outcome.Made(AdminJson.of(key));
      case LabelledKey.Known(var key)
          when (scope != null && key.scope() != wanted)
              || (expires != null && !expires.equals(key.expires())) ->
          new Outcome.Conflict(
              key.id()
                  + " has this label, and another scope or end. Keys do not change: rotate or"
                  + " revoke it");
      case LabelledKey.Known(var key) -> new Outcome.Done(AdminJson.of(key));
    };
  }

  /// Revokes the valid key of a label, else shows the last one that was.
  static Outcome deleteKey(AdminRequest request) {
    String name = request.name("organization");
    String label = request.name("label");
    Instant now = request.desk().book().now();
    List<IssuedKey> labelled =
        request.desk().book().listKeys().stream()
            .filter(each -> each.organization().equals(name) && label.equals(each.label()))
            .toList();
    return labelled.stream()
        .filter(each -> each.isKnownAs(name, label, now))
        .reduce((_, later) -> later)
        .or(() -> labelled.stream().reduce((_, later) -> later))
        .map(found -> revoked(found.id(), request))
        .orElseGet(() -> noKey(label));
  }

  private static Outcome noKey(String name) {
    return new Outcome.Missing("there is no key " + name);
  }

  static Outcome revoked(String id, AdminRequest request) {
    request.desk().bookToChange().revokeKey(id);
    return request
        .desk()
        .key(id)
        .<Outcome>map(found -> new Outcome.Done(AdminJson.of(found)))
        .orElseGet(() -> noKey(id));
  }

  static Outcome rotate(AdminRequest request) {
    Long seconds = request.input().number("keepOldSeconds");
    Duration keepOld = seconds == null ? KEEP_OLD : Duration.ofSeconds(seconds);
    Instant expires = request.input().time("expires");
    return switch (request.desk().bookToChange().rotateKey(request.name("key"), keepOld, expires)) {
      case KeyRotation.Unknown() -> noKey(request.name("key"));
      case KeyRotation.Refused(IssuedKey key) -> new Outcome.Conflict(AccessDesk.refusal(key));
      case KeyRotation.Rotated(var replacement, _) -> new Outcome.Made(AdminJson.of(replacement));
    };
  }

  static Outcome putPlan(AdminRequest request) {
    String name = request.name("plan");
    Long rate = request.input().number("rate");
    Long burst = request.input().number("burst");
    Long quota = request.input().number("quota");
    if (!Plan.isName(name)) {
      return request.refused(
          "plan", Reason.MALFORMED, "1 to 80 of a-z, 0-9, dots, underscores and hyphens");
    }
    if (rate == null && (quota != null || burst != null)) {
      return request.refused(
          quota == null ? "burst" : "quota", Reason.REQUIRED_TOGETHER, "it needs a rate");
    }
    if (rate != null && burst != null && burst < Rate.leastBurst(rate.intValue())) {
      return request.refused(
          "burst", Reason.TOO_SMALL, "at least " + Rate.leastBurst(rate.intValue()));
    }
    long atOnce = Objects.requireNonNullElse(burst, Objects.requireNonNullElse(rate, 0L));
    Plan plan =
        new Plan(
            name,
            Optional.ofNullable(rate).map(each -> new Rate(each.intValue(), (int) atOnce)),
            !Boolean.FALSE.equals(request.input().flag("bulk")),
            quota == null ? OptionalLong.empty() : OptionalLong.of(quota));
    if (request.desk().bookToChange().createPlan(plan) == Change.MADE) {
      return new Outcome.Made(AdminJson.of(plan));
    }
    request.desk().bookToChange().changePlan(name, _ -> plan);
    return new Outcome.Done(AdminJson.of(plan));
  }
}
