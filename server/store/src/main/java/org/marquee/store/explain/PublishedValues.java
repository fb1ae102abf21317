package org.marquee.store.explain;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.correction.What;
import org.marquee.detail.Detail;
import org.marquee.detail.Detail.Joined;
import org.marquee.detail.Form;
import org.marquee.detail.PublishedDetails;
import org.marquee.explanation.Explanation.Entry;
import org.marquee.explanation.Explanation.Point;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.MemberNames;
import org.marquee.store.decision.PostgresCorrections.Stored;
import org.marquee.store.reconcile.link.PublishedTitles;
import org.marquee.store.record.RecordTable;

/// The fields of a record: what is published, what each source record says, and which counts.
///
/// @param sources the one that counts first
record PublishedValues(
    Connection connection, FoundRecord found, List<SourceRow> sources, List<Stored> corrections) {
  /// Columns that are made of others, and those of every record.
  private static final Set<String> MADE =
      Set.of(
          "external_id",
          "source_updated_at",
          "sort_key",
          "search_text",
          "postcode_key",
          "source_film_id",
          "details");

  /// Columns that are published as details.
  private static final Set<String> AS_DETAILS =
      Set.of("titles", "original_title", "directors", "time_zone");

  private static final Set<String> POSITION = Set.of("latitude", "longitude");
  private static final String MISSING = "missing_";
  private static final String AS_BEFORE =
      "as it was published before; the next import that changes a source record decides again";

  List<Entry> entries() throws SQLException {
    RecordTable<?> table = SourceRow.table(found.kind());
    List<Entry> entries = new ArrayList<>();
    for (String column : table.kept()) {
      List<SourceRow> saying = sources.stream().filter(each -> each.value(column) != null).toList();
      String published = found.isStored() ? SourceRow.value(found.row(), column) : null;
      if ((published == null && saying.isEmpty())
          || MADE.contains(column)
          || AS_DETAILS.contains(column)
          || column.startsWith(MISSING)) {
        continue;
      }
      boolean isPublished = table.published().contains(column) || table.supplied().contains(column);
      entries.add(
          new Entry(
              field(column),
              published == null ? null : shown(column, published),
              isPublished ? why(column, published, saying) : "kept to compare and to find films by",
              saying.stream()
                  .map(each -> new Point(each.name(), shown(column, each.value(column))))
                  .toList(),
              null));
    }
    PublishedDetails published =
        PublishedDetails.stored(
            found.kind(), found.isStored() ? found.row().get("details") : null, "");
    for (Detail detail : Detail.of(found.kind())) {
      Object value = published.details().get(detail);
      List<SourceRow> saying = sources.stream().filter(each -> said(each, detail) != null).toList();
      if (value != null || !saying.isEmpty()) {
        entries.add(
            new Entry(
                detail.member(),
                value == null ? null : Form.text(value),
                why(detail, value, saying),
                saying.stream()
                    .map(each ->
                        new Point(
                            each.name(), Form.text(Objects.requireNonNull(said(each, detail)))))
                    .toList(),
                null));
      }
    }
    return entries;
  }

  private @Nullable Object said(SourceRow source, Detail detail) {
    return source.details(found.kind()).get(detail);
  }

  private String why(Detail detail, @Nullable Object published, List<SourceRow> saying) {
    if (!found.isStored()) {
      return "not published";
    }
    Optional<String> corrected = correction(detail.member());
    if (corrected.isPresent()) {
      return corrected.get();
    }
    if (detail.joined() == Joined.UNITED && saying.size() > 1) {
      return "the items of all, in the order of their ranks";
    }
    return saying.isEmpty() || published == null
        ? AS_BEFORE
        : first(saying, each -> said(each, detail));
  }

  private Optional<String> correction(String field) {
    return corrections.stream()
        .filter(each -> each.correction().what().word().equals(field))
        .map(each -> "correction " + each.id())
        .findFirst();
  }

  private static String shown(String column, @Nullable String value) {
    String text = Objects.requireNonNullElse(value, "");
    return column.equals("attribute_mask")
        ? new Attributes(Integer.parseInt(text))
            .list().stream().map(Attribute::id).collect(joining(", "))
        : text.replace("\n", "; ").replace('\t', ' ');
  }

  /// A column as the interface calls its field.
  private static String field(String column) {
    return column.equals("attribute_mask") ? "attributes" : MemberNames.ofColumn(column);
  }

  private String why(String column, @Nullable String published, List<SourceRow> saying)
      throws SQLException {
    if (!found.isStored()) {
      return "not published";
    }
    String field = POSITION.contains(column) ? What.POSITION.word() : field(column);
    Optional<String> corrected = correction(field);
    if (corrected.isPresent()) {
      return corrected.get();
    }
    if (column.equals("title")) {
      return PublishedTitles.why(connection, found.id()).orElse("as it was published before");
    }
    if (saying.isEmpty()) {
      String standIn = MISSING + column.replace("_code", "");
      return sources.stream().anyMatch(each -> Objects.equals(each.said().get(standIn), published))
          ? "stands in, since no source has one"
          : "as it was published before, since no source has one any more";
    }
    return Objects.equals(saying.getFirst().value(column), published)
        ? first(saying, each -> each.value(column))
        : AS_BEFORE;
  }

  private static String first(List<SourceRow> saying, Function<SourceRow, @Nullable Object> value) {
    SourceRow first = saying.getFirst();
    if (saying.size() == 1) {
      return "only " + first.name() + " says it";
    }
    return saying.stream()
        .filter(each -> !Objects.equals(value.apply(each), value.apply(first)))
        .findFirst()
        .map(other ->
            first.rank() > other.rank()
                ? "from %s, whose rank %d is the highest".formatted(first.name(), first.rank())
                : "from %s, of equal rank the older source record".formatted(first.name()))
        .orElse("all say the same");
  }
}
