package org.marquee.detail;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonTree;
import org.marquee.listing.Kind;

/// The details of one record, each as its [Form] stores it.
public record Details(Map<Detail, Object> values) {
  /// No source says anything.
  public static final Details NONE = new Details(Map.of());

  public Details {
    Map<Detail, Object> sorted = new EnumMap<>(Detail.class);
    sorted.putAll(values);
    values = Collections.unmodifiableMap(sorted);
  }

  /// The details that a stored document has. Members that this program does not know are left out:
  /// a later one may have written them.
  ///
  /// @param document null for none
  public static Details stored(Kind kind, @Nullable String document) {
    Map<String, @Nullable Object> members =
        document == null ? null : JsonTree.object(JsonTree.own(document));
    return members == null ? NONE : of(kind, members);
  }

  /// The details of a kind among the members of an object.
  static Details of(Kind kind, Map<String, @Nullable Object> members) {
    Details details = NONE;
    for (Detail detail : Detail.of(kind)) {
      details = details.with(detail, members.get(detail.member()));
    }
    return details;
  }

  /// The same with another value of a detail.
  ///
  /// @param value null: none
  public Details with(Detail detail, @Nullable Object value) {
    Map<Detail, Object> changed = new EnumMap<>(Detail.class);
    changed.putAll(values);
    if (value == null) {
      changed.remove(detail);
    } else {
      changed.put(detail, value);
    }
    return new Details(changed);
  }

  /// The same of a showtime that ends so many minutes after its start.
  public Details endingAfter(int minutes) {
    return with(Detail.ENDS_AT, new JsonTree.Numeral(String.valueOf(minutes)));
  }

  /// The value of a detail; null where no source says it.
  public @Nullable Object get(Detail detail) {
    return values.get(detail);
  }

  /// These details, completed by those of `other` that they lack.
  public Details completedBy(Details other) {
    Map<Detail, Object> all = new EnumMap<>(Detail.class);
    all.putAll(other.values);
    all.putAll(values);
    return new Details(all);
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  /// The document that is stored: JSON with the members' names; null if there are none.
  public @Nullable String document() {
    if (values.isEmpty()) {
      return null;
    }
    Map<String, Object> members = new TreeMap<>();
    values.forEach((detail, value) -> members.put(detail.member(), value));
    return JsonTree.text(members);
  }
}
