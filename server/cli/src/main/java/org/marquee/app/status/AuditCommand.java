package org.marquee.app.status;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import org.marquee.app.console.ListCommand;
import org.marquee.app.console.Times;
import org.marquee.json.JsonObject;
import org.marquee.json.JsonTree;
import org.marquee.store.audit.PostgresAudit;
import org.marquee.store.audit.PostgresAudit.Entry;
import org.marquee.store.sql.Actor;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `audit`: who changed what.
@Command(
    name = "audit",
    description =
        "Lists who changed organizations, plans, keys, providers, matches and corrections, or"
            + " took an import back: when, from where, and what was there before. The latest comes last.")
public final class AuditCommand extends ListCommand<Entry> {
  @Option(
      names = "--since",
      paramLabel = "TIME",
      converter = Times.class,
      description = "Leaves out what is older, such as 2026-03-01T18:00:00Z (default: nothing).")
  private Instant since = Instant.EPOCH;

  @Override
  protected List<Entry> list() {
    return new PostgresAudit(database()).since(since);
  }

  @Override
  protected List<String> lines(Entry each) {
    String first =
        "%s  %-18s  %s%s  by %s"
            .formatted(
                Times.toTheSecond(each.at()),
                each.action(),
                each.record(),
                organization(each),
                by(each.actor()));
    String what = difference(each);
    return what.isEmpty() ? List.of(first) : List.of(first, " ".repeat(22) + what);
  }

  /// Whose key it is, so that a search for an organization finds all of it.
  private static String organization(Entry change) {
    return Objects.requireNonNullElse(change.after(), Map.<String, Object>of()).get("organization")
                instanceof String name
            && !name.equals(change.record())
        ? " of " + name
        : "";
  }

  private static String by(Actor actor) {
    String token = actor.token() == null ? "" : " with the token " + actor.token();
    return "%s%s on %s (%s)".formatted(actor.user(), token, actor.host(), actor.via());
  }

  /// The members that differ.
  private static String difference(Entry change) {
    Map<String, @Nullable Object> before = Objects.requireNonNullElse(change.before(), Map.of());
    Map<String, @Nullable Object> after = Objects.requireNonNullElse(change.after(), Map.of());
    SequencedSet<String> names = new LinkedHashSet<>(before.keySet());
    names.addAll(after.keySet());
    List<String> differences = new ArrayList<>();
    for (String name : names) {
      @Nullable Object was = before.get(name);
      @Nullable Object is = after.get(name);
      boolean isItsName = was == null && change.record().equals(is);
      if (!isItsName && !Objects.equals(was, is)) {
        differences.add(name + " " + (was == null ? text(is) : text(was) + " → " + text(is)));
      }
    }
    return String.join(", ", differences);
  }

  private static String text(@Nullable Object value) {
    return switch (value) {
      case null -> "none";
      case String text -> text;
      default -> JsonTree.text(value);
    };
  }

  @Override
  protected JsonObject json(Entry each) {
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
}
