package org.marquee.app.command;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Account;
import org.marquee.access.Entitlement;
import org.marquee.access.IssuedKey;
import org.marquee.access.NewKey;
import org.marquee.access.Plan;
import org.marquee.access.QuotaState;
import org.marquee.access.Rate;
import org.marquee.access.UsageCounts;
import org.marquee.access.UsageLedger.By;
import org.marquee.access.UsageLedger.Sum;
import org.marquee.json.JsonObject;
import org.marquee.listing.Kind;
import org.marquee.store.audit.PostgresAudit;
import org.marquee.store.sql.ActiveSessions.Session;

/// What is administered, as commands print it with `--json` (docs/command-line.md, "JSON").
public final class AdminJson {
  private AdminJson() {}

  /// An organization at `now`.
  public static JsonObject of(Account account, Instant now) {
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

  /// A key without its secret.
  public static JsonObject of(IssuedKey key) {
    return JsonObject.of("id", key.id())
        .with("organization", key.organization())
        .with("label", key.label())
        .with("scope", key.scope().word())
        .with("created", key.created())
        .with("lastUsed", key.lastUsed())
        .with("replacedBy", key.replacedBy())
        .with("expires", key.expires())
        .with("revoked", key.revoked());
  }

  /// A key with its secret, for the one time that it is shown.
  public static JsonObject of(NewKey key) {
    return of(key.key()).with("key", key.secret().text());
  }

  /// A plan.
  public static JsonObject of(Plan plan) {
    OptionalLong quota = plan.monthlyQuota();
    return JsonObject.of("name", plan.name())
        .with("rate", plan.rate().map(Rate::perMinute).orElse(null))
        .with("burst", plan.rate().map(Rate::burst).orElse(null))
        .with("quota", quota.isPresent() ? quota.getAsLong() : null)
        .with("bulk", plan.bulk());
  }

  /// A sum of usage.
  ///
  /// @param by what it is a sum of besides the organization
  public static JsonObject of(Sum sum, List<By> by) {
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
        .with("errors", counts.errors());
  }

  /// What is used and left of a quota; null where there is none.
  public static @Nullable JsonObject of(@Nullable QuotaState quota) {
    return quota == null
        ? null
        : JsonObject.of("limit", quota.requests())
            .with("used", quota.used())
            .with("left", quota.remaining())
            .with("renewsAt", quota.renews());
  }

  /// An import or another change that is under way.
  public static JsonObject of(Session session) {
    return JsonObject.of("process", session.process())
        .with("run", session.run().orElse(null))
        .with("purpose", session.purpose())
        .with("state", state(session))
        .with("since", session.since())
        .with("client", session.client());
  }

  /// What a session is doing, in a word.
  public static String state(Session session) {
    return session.state().name().toLowerCase(Locale.ROOT);
  }

  /// What somebody changed.
  public static JsonObject of(PostgresAudit.Entry each) {
    return JsonObject.of("at", each.at())
        .with("action", each.action())
        .with("record", each.record())
        .with("by", each.actor().user())
        .with("token", each.actor().token())
        .with("host", each.actor().host())
        .with("via", each.actor().via())
        .with("before", each.before())
        .with("after", each.after());
  }

  /// What went with a provider.
  public static JsonObject withdrawn(String provider, Map<Kind, Long> records) {
    JsonObject withdrawn = new JsonObject();
    records.forEach((kind, count) -> withdrawn.with(kind.word(), count));
    return JsonObject.of("provider", provider).with("withdrawn", withdrawn);
  }
}
