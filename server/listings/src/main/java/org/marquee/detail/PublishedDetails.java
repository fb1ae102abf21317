package org.marquee.detail;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonTree;
import org.marquee.listing.Kind;

/// The published details of one record, joined from all its sources, with the provider of each.
///
/// The document that is stored (column `details` of `film`, `cinema` and `showtime`) has the
/// members of the table. Those of films include `titles`, `originalTitle` and `directors`, those of
/// cinemas `timeZone`: sources have them as columns, and the import adds them. The member `sources`
/// names the provider of each member that is not from the provider of the record itself (its
/// provenance); where all are, it is left out. So documents are equal wherever facts are.
///
/// @param sources a provider's name; of a list that several complete, their names with `, ` between
///   them; of a correction by hand [#CORRECTION]
public record PublishedDetails(Details details, Map<Detail, String> sources) {
  /// The source of what people have corrected.
  public static final String CORRECTION = "correction";

  /// The name of the member with the sources in a stored document.
  public static final String SOURCES = "sources";

  public PublishedDetails {
    Map<Detail, String> sorted = new EnumMap<>(Detail.class);
    sorted.putAll(sources);
    sources = Collections.unmodifiableMap(sorted);
  }

  /// What a stored document says.
  ///
  /// @param document null for none
  /// @param provider of the record
  public static PublishedDetails stored(Kind kind, @Nullable String document, String provider) {
    if (document == null) {
      return new PublishedDetails(Details.NONE, Map.of());
    }
    Map<String, @Nullable Object> members =
        Objects.requireNonNull(JsonTree.object(JsonTree.own(document)));
    Details details = Details.of(kind, members);
    Map<String, @Nullable Object> others = JsonTree.object(members.get(SOURCES));
    Map<Detail, String> sources = new EnumMap<>(Detail.class);
    for (Detail detail : details.values().keySet()) {
      Object other = others == null ? null : others.get(detail.member());
      sources.put(detail, other == null ? provider : other.toString());
    }
    return new PublishedDetails(details, sources);
  }
}
