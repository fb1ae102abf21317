package org.marquee.baseline;

import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is asked for.
record ShowtimeQuery(
    OffsetDateTime from,
    OffsetDateTime until,
    @Nullable String cinemaId,
    @Nullable String filmId,
    List<Integer> attributeBits,
    @Nullable Place after,
    int limit) {

  static List<Integer> bits(@Nullable String attributeIds) {
    if (attributeIds == null) {
      return List.of();
    }
    return Arrays.stream(attributeIds.split(","))
        .map(Rows.ATTRIBUTES::indexOf)
        .peek(bit -> {
          if (bit < 0) {
            throw new IllegalArgumentException("no such attribute");
          }
        })
        .toList();
  }

  /// Where a page ended.
  record Place(OffsetDateTime start, String id) {
    String cursor() {
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString((start + " " + id).getBytes(StandardCharsets.UTF_8));
    }

    static @Nullable Place of(@Nullable String cursor) {
      if (cursor == null) {
        return null;
      }
      String[] parts =
          new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8).split(" ");
      return new Place(OffsetDateTime.parse(parts[0]), parts[1]);
    }
  }
}
