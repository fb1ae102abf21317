package org.marquee.feed.member;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.detail.Detail;
import org.marquee.detail.Details;
import org.marquee.detail.Form.Outcome.Fit;
import org.marquee.detail.Form.Outcome.Unfit;
import org.marquee.json.JsonTree.Numeral;
import org.marquee.listing.Kind;

/// The object `details` of a record, member by member (docs/feeds.md, "Details"). One that breaks
/// its limits is dropped with a warning; the others stay.
final class DetailMembers {
  private DetailMembers() {}

  /// The details of a record but for those that it has as members of its own.
  ///
  /// @param details the object
  /// @param own details that are read otherwise
  static Details read(FeedLine details, Kind kind, Detail... own) {
    Details read = Details.NONE;
    for (Detail detail : Detail.of(kind)) {
      Value value = List.of(own).contains(detail) ? null : details.members().ask(detail.member());
      if (value == null) {
        continue;
      }
      switch (detail.form().read(tree(value))) {
        case Fit(Object good) -> read = read.with(detail, good);
        case Unfit(String where, String words) ->
            details.drop(detail.member() + where, value.shown(), "must be " + words);
      }
    }
    return read;
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
