package org.marquee.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.marquee.conformance.Client.Answer;
import tools.jackson.databind.JsonNode;

/// A question for a list, and the expected records in their order.
///
/// @param path with its filters, but neither cursor nor limit
/// @param emptySince the observation time of an empty page
record Query(String path, List<Listed> expected, Instant emptySince) {
  static String encode(String value) {
    return URLEncoder.encode(value, UTF_8);
  }

  /// Adds a parameter; the first follows a question mark.
  static String with(String path, String name, String value) {
    return path + (path.indexOf('?') < 0 ? '?' : '&') + name + '=' + value;
  }

  /// Reads all pages with changing limits, compares each with the model, and counts them.
  int walk(Town town, Random random) {
    List<JsonNode> all = new ArrayList<>();
    String cursor = null;
    int pages = 0;
    int from = 0;
    while (true) {
      int limit = random.nextInt(4) == 0 ? 25 : 1 + random.nextInt(100);
      String target = path;
      if (limit != 25 || random.nextBoolean()) {
        target = with(target, "limit", Integer.toString(limit));
      }
      if (cursor != null) {
        target = with(target, "cursor", cursor);
      }
      // Details are no filter: cursors hold with them and without.
      boolean detailed = path.matches("/v1/(showtimes|films|cinemas).*") && limit % 2 == 0;
      if (detailed) {
        target = with(target, "include", "details");
      }
      Answer answer = town.get(target);
      int until = Math.min(from + limit, expected.size());
      try {
        assertThat(answer.status()).isEqualTo(200);
        JsonNode page = answer.json();
        assertThat(page.propertyNames())
            .containsExactlyInAnyOrderElementsOf(
                detailed
                    ? List.of("data", "details", "pagination", "freshness")
                    : List.of("data", "pagination", "freshness"));
        assertThat(page.path("details").size()).isEqualTo(detailed ? until - from : 0);
        for (JsonNode record : page.get("data")) {
          all.add(record);
        }
        assertThat(all).hasSize(until);
        for (int at = from; at < until; at++) {
          assertThat(all.get(at)).as("record " + at).isEqualTo(expected.get(at).json(town.ids));
        }
        assertThat(page.get("freshness")).isEqualTo(freshness(expected.subList(from, until)));
        cursor = next(answer, page, until < expected.size());
      } catch (AssertionError e) {
        throw new AssertionError("GET " + target + "\n" + answer, e);
      }
      pages++;
      from = until;
      if (cursor == null) {
        return pages;
      }
    }
  }

  private @Nullable String next(Answer answer, JsonNode page, boolean more) {
    JsonNode pagination = page.get("pagination");
    assertThat(pagination.propertyNames()).containsExactlyInAnyOrder("nextCursor", "hasMore");
    assertThat(pagination.get("hasMore").booleanValue()).isEqualTo(more);
    if (!more) {
      assertThat(pagination.get("nextCursor").isNull()).isTrue();
      assertThat(answer.all("Link")).isEmpty();
      return null;
    }
    String cursor = pagination.get("nextCursor").asString();
    assertThat(cursor).matches("[A-Za-z0-9_-]{1,600}");
    assertThat(answer.one("Link")).matches("</v1/[!-;=?-~]*>; rel=\"next\"").contains(cursor);
    return cursor;
  }

  private JsonNode freshness(List<Listed> page) {
    Instant observed = page.isEmpty() ? emptySince : page.getFirst().observedAt();
    Instant updated = null;
    boolean all = !page.isEmpty();
    for (Listed each : page) {
      observed = each.observedAt().isBefore(observed) ? each.observedAt() : observed;
      Instant says = each.updatedAt();
      all &= says != null;
      updated = says != null && (updated == null || says.isBefore(updated)) ? says : updated;
    }
    var freshness = Feed.JSON.createObjectNode().put("observedAt", Reckoning.written(observed));
    if (all && updated != null) {
      freshness.put("sourceUpdatedAt", Reckoning.written(updated));
    }
    return freshness;
  }
}
