package org.marquee.explanation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonObject;
import org.marquee.listing.Kind;

/// Why a film, cinema or showtime is published as it is (docs/matching.md, "Why a record is as it
/// is").
///
/// @param asked the id that was asked for
/// @param id of the record that answers for it
/// @param note what a record waits for that is held back; else empty
/// @param parts those that say something
public record Explanation(
    Kind kind,
    String asked,
    String id,
    String name,
    Standing state,
    String note,
    List<Part> parts) {
  public Explanation {
    parts = parts.stream().filter(part -> !part.entries().isEmpty()).toList();
  }

  /// What has become of a record.
  public enum Standing {
    PUBLISHED,
    HIDDEN,
    HELD_BACK,
    WITHDRAWN
  }

  /// What a part is about.
  public enum Topic {
    SOURCES("Source records, the one that counts first"),
    VALUES("Values, and what each source says"),
    JOINED("Why these source records are one"),
    APART("Why others are kept apart"),
    CORRECTIONS("Corrections by hand"),
    CHANGES("The last changes"),
    DAY("How much is known of a day");

    private final String heading;

    Topic(String heading) {
      this.heading = heading;
    }

    /// For people.
    public String heading() {
      return heading;
    }
  }

  /// All that is said of a topic.
  public record Part(Topic topic, List<Entry> entries) {
    private static final int SHOWN = 20;

    public Part {
      entries = List.copyOf(entries);
    }

    /// The first ones, for people: a chain has hundreds of source records.
    public List<Entry> shown() {
      return entries.subList(0, Math.min(entries.size(), SHOWN));
    }
  }

  /// One thing, why it is so, and what it rests on.
  ///
  /// @param value null: none, or the reason says all
  /// @param record another record that it is about; null: none
  public record Entry(
      String about,
      @Nullable String value,
      String why,
      List<Point> points,
      @Nullable String record) {
    /// How many names stand before a text that they share.
    private static final int NAMED = 3;

    public Entry {
      points = List.copyOf(points);
    }

    /// In words, without its points.
    public String text() {
      return "%s: %s%s"
          .formatted(
              about,
              value == null ? why : value,
              value == null || why.isEmpty() ? "" : " (" + why + ")");
    }

    /// Its points in words; those that say the same stand together.
    public List<String> details() {
      Map<String, List<String>> same = new LinkedHashMap<>();
      points.forEach(
          each -> same.computeIfAbsent(each.value(), _ -> new ArrayList<>()).add(each.about()));
      List<String> details = new ArrayList<>();
      same.forEach((value, by) -> {
        String names = String.join(", ", by.subList(0, Math.min(by.size(), NAMED)));
        int more = by.size() - NAMED;
        details.add(names + (more > 0 ? " and " + more + " more: " : ": ") + value);
      });
      return details;
    }
  }

  /// A fact, or what a source says.
  public record Point(String about, String value) {}

  /// The record in a line.
  public String title() {
    return "%s %s \"%s\" is %s%s%s"
        .formatted(
            kind.word(),
            id,
            name,
            word(state).replace('_', ' '),
            note.isEmpty() ? "" : ": " + note,
            asked.equals(id) ? "" : "; it answers for " + asked);
  }

  /// The same for programs (docs/matching.md).
  public JsonObject json() {
    JsonObject json =
        JsonObject.of("kind", kind.word())
            .with("asked", asked)
            .with("id", id)
            .with("name", name)
            .with("state", word(state))
            .with("note", note.isEmpty() ? null : note);
    parts.forEach(part -> json.withAll(word(part.topic()), part.entries(), Explanation::json));
    return json;
  }

  private static JsonObject json(Entry entry) {
    JsonObject json =
        JsonObject.of("about", entry.about()).with("value", entry.value()).with("why", entry.why());
    return json.with("record", entry.record())
        .withAll(
            "points",
            entry.points(),
            each -> JsonObject.of("about", each.about()).with("value", each.value()));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
