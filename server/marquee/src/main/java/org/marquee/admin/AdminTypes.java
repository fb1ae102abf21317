package org.marquee.admin;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.marquee.listing.Bounds;
import org.marquee.v1.declaration.Member;
import org.marquee.v1.declaration.RecordType;
import org.marquee.v1.declaration.Schema;

/// The objects of the socket, by name: those of answers, which [AdminJson] writes and
/// docs/command-line.md describes, and those that requests carry.
final class AdminTypes {
  private static final Bounds NAME = new Bounds(1, 80);
  private static final int MOST_ITEMS = 10_000_000;

  /// A type, and below it its members: name, schema and, behind a colon, what it is. `?` stands
  /// behind what may be left out, and `*` behind the type of a list's items.
  private static final String TABLE =
      """
      Entitlement: The plan of an organization, and when it holds.
        plan name; from time; until time?; active flag
      Organization: Who may use the interface.
        name name; suspended flag; entitlement Entitlement?
      Key: A key. Only the answer that creates it has its secret, `key`.
        id name; organization name; label name?; scope api|calendar; created time; lastUsed time?
        replacedBy name?; expires time?; revoked time?; key name?
      Plan: How many requests an organization may make.
        name name; rate rate?; burst rate?; quota count?; bulk flag
      Records: Numbers of records by their kind.
        showtime count; film count; cinema count; chain count; screen count
      Alarm: Something that an operator should look at.
        code name; message text
      Provider: What is stored of a provider, and what is wrong with it.
        provider name; records Records; heldBack count; missingPostcodes count; observedAt time?
        horizon time?; alarms Alarm*
      Withdrawn: What went with a provider.
        provider name; withdrawn Records
      Session: An import or another change that is under way.
        process count; run name?; purpose text; state changes|waits|prepares; since time; client text?
      Report: The report of a run (docs/reports.md, "The JSON").
        run name; provider name; result text
      UsageSum: What an organization used.
        organization name; day date?; key name?; operation text?
        requests count; bytes count; notModified count; refused count; errors count
      Columns: The columns of a record and their values.
      Change: What somebody changed.
        at time; action name; record text; by text; token text?; host text; via text
        before Columns?; after Columns?
      Backup: The last backup.
        succeededAt time?; file text?; failure text?
      Status: What is stored, and what is wrong.
        providers Provider*; backup Backup?
      Nothing: No member.
      Standing: How an organization stands.
        suspended flag?: Whether its keys are shut out. Left out: as before; a new one is not.
      Grant: An entitlement, in place of the one before.
        plan name: The name of a plan that exists.
        from time?: When it begins. Left out: when the one before did, if that has begun; else now.
        until time?: When it ends. Left out: never.
      KeyTerms: What a key is to be.
        scope api|calendar?: What it is good for. Left out: api.
        expires time?: When it expires. Left out: never.
      Rotation: How a key is rotated.
        keepOldSeconds seconds?: How long the old key stays valid. Left out: a day.
        expires time?: When the new key expires. Left out: when the old one would have.
      PlanTerms: All that a plan says.
        rate rate-or-null: Requests a minute of all keys; null: no limit.
        burst rate?: Requests at once, at least those of a second. Left out: those of a minute.
        quota count-or-null?: Requests a calendar month of UTC. Left out or null: no quota.
        bulk flag?: Whether it includes whole lists and bulk files. Left out: it does.
      Effect: What an undo does.
        dryRun flag?: Only report what would change. Left out: do it.
      Period: What to sum up.
        organization name?: Only what this one used. Left out: all.
        from time?: Where the period begins. Left out: with this month.
        until time?: Where it ends. Left out: now.
        by day|key|operation?: What to sum up by. Left out: one sum for each organization.
      Since: Which changes to list.
        since time?: Only those from then on. Left out: all.
      """;

  private static final Map<String, RecordType> TYPES = read();

  private AdminTypes() {}

  /// The type of a name.
  static RecordType of(String name) {
    return Objects.requireNonNull(TYPES.get(name), name);
  }

  private static Map<String, RecordType> read() {
    Map<String, RecordType> types = new LinkedHashMap<>();
    RecordType last = new RecordType("", "");
    for (String line : TABLE.lines().toList()) {
      if (line.startsWith(" ")) {
        List<Member> members = new ArrayList<>(last.members());
        String[] parts = line.strip().split(": ", 2);
        for (String each : parts[0].split("; ", -1)) {
          members.add(member(each, parts.length == 1 ? "" : parts[1], types));
        }
        last = new RecordType(last.name(), last.description(), members);
      } else {
        String[] parts = line.split(": ", 2);
        last = new RecordType(parts[0], parts[1]);
      }
      types.put(last.name(), last);
    }
    return types;
  }

  private static Member member(String text, String description, Map<String, RecordType> types) {
    boolean required = !text.endsWith("?");
    String[] words = text.replace("?", "").split(" ", 2);
    return new Member(words[0], required, schema(words[1], types), description, null);
  }

  private static Schema<?> schema(String word, Map<String, RecordType> types) {
    return switch (word) {
      case "text" -> new Schema.Text(new Bounds(0, Integer.MAX_VALUE));
      case "name" -> new Schema.Text(NAME);
      case "flag" -> new Schema.Flag();
      case "time" -> new Schema.DateTime();
      case "date" -> new Schema.CalendarDate();
      case "count" -> new Schema.Count();
      case "rate" -> new Schema.Whole(new Bounds(1, Integer.MAX_VALUE));
      case "seconds" -> new Schema.Whole(new Bounds(0, 366 * 86_400));
      case "rate-or-null" -> new Schema.OrNull<>(schema("rate", types));
      case "count-or-null" -> new Schema.OrNull<>(schema("count", types));
      default -> {
        if (word.contains("|")) {
          yield new Schema.OneOf(List.of(word.split("\\|", -1)));
        }
        Schema<Void> one =
            new Schema.Nested(Objects.requireNonNull(types.get(word.replace("*", "")), word));
        yield word.endsWith("*") ? new Schema.ListOf<>(one, MOST_ITEMS) : one;
      }
    };
  }
}
