package org.marquee.feed.member;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.detail.Detail;
import org.marquee.detail.Details;
import org.marquee.detail.Form;
import org.marquee.detail.Form.Outcome.Fit;
import org.marquee.detail.Form.Outcome.Unfit;
import org.marquee.json.JsonTree.Numeral;
import org.marquee.listing.Kind;
import org.marquee.listing.Timestamps;

/// The object `details` of a record, member by member (docs/feeds.md, "Details"). One that breaks
/// its limits is dropped with a warning; the others stay.
public final class DetailMembers {
  /// Details that a feed gives as members of the record itself, or as a time.
  private static final Set<Detail> OF_THE_RECORD =
      Set.of(
          Detail.DIRECTORS, Detail.ENDS_AT, Detail.ORIGINAL_TITLE, Detail.TIME_ZONE, Detail.TITLES);

  /// How long before the feed something may have been seen in it.
  private static final Duration OLDEST = Duration.ofHours(1);

  private DetailMembers() {}

  /// The details that a record of a feed has as they are stored, in their order.
  public static List<Detail> of(Kind kind) {
    return Detail.of(kind).stream().filter(detail -> !OF_THE_RECORD.contains(detail)).toList();
  }

  static Details read(FeedLine details, Kind kind) {
    Details read = Details.NONE;
    if (details.members().isEmpty()) {
      return read; // As that of most lines.
    }
    for (Detail detail : of(kind)) {
      Value value = details.members().ask(detail.member());
      if (value == null) {
        continue;
      }
      switch (detail.form().read(tree(value))) {
        case Fit(Object good) ->
            read = isTimely(details, detail, value) ? read.with(detail, good) : read;
        case Unfit(String where, String words) ->
            details.drop(detail.member() + where, value.shown(), "must be " + words);
      }
      passOver(details, detail, value);
    }
    return read;
  }

  /// Whether what is said was seen when the feed was taken: an answer gives that time with it.
  private static boolean isTimely(FeedLine details, Detail detail, Value value) {
    for (String name : detail.form().members()) {
      if (detail.form().member(name) instanceof Form.Moment
          && value instanceof Members members
          && members.ask(name) instanceof Value.Text(String seen)) {
        String fault = fault(details.intake(), Timestamps.read(seen).orElseThrow().instant());
        if (fault != null) {
          details.drop(detail.member() + "." + name, seen, fault);
          return false;
        }
      }
    }
    return true;
  }

  /// Why a time cannot be that of an observation in a feed; null where it can.
  private static @Nullable String fault(Intake intake, Instant seen) {
    if (seen.isAfter(intake.latest())) {
      return "must not be in the future";
    }
    return seen.isBefore(intake.observedAt().minus(OLDEST))
        ? "must not be more than an hour before the feed was taken: answers give that time"
        : null;
  }

  /// Counts the members of an object as known, so that others are reported.
  private static void passOver(FeedLine details, Detail detail, Value value) {
    List<String> names = detail.form().members();
    if (value instanceof Members && !names.isEmpty()) {
      details.part(detail.member()).passOver(String.join(" ", names));
    }
  }

  /// A value as [Form]s read it.
  private static @Nullable Object tree(Value value) {
    return switch (value) {
      case Value.Text(String text) -> text;
      case Value.Numeral(String digits, _) -> new Numeral(digits);
      case Value.Flag(boolean set) -> set;
      case Value.Nothing _ -> null;
      case Value.Items(List<Value> list) -> {
        List<@Nullable Object> items = new ArrayList<>();
        list.forEach(item -> items.add(tree(item)));
        yield items;
      }
      case Members members -> {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        members.each((name, member) -> tree.put(name, tree(member)));
        yield tree;
      }
    };
  }
}
