package org.marquee.client;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads pages of lists.
final class PageReader {
  private PageReader() {}

  /// A page that was asked for with these parameters.
  static <T> Page<T> read(JsonObject json, Parameters asked, Function<JsonObject, T> record) {
    JsonObject pagination = json.object("pagination");
    String next = pagination.optionalText("nextCursor");
    boolean hasMore = pagination.flag("hasMore");
    List<T> items = json.objects("data", "details", record);
    String fault = fault(next, hasMore || !items.isEmpty(), hasMore, asked);
    if (fault != null) {
      throw new JsonObject.Malformed(fault);
    }
    return new Page<>(
        items,
        next,
        hasMore,
        Freshness.read(json.object("freshness")),
        json.optionalObjects("cinemas", CinemaCoverage::read));
  }

  /// Why a follower of this cursor would never end; null if it would.
  private static @Nullable String fault(
      @Nullable String next, boolean moved, boolean hasMore, Parameters asked) {
    String since = asked.values().get("since");
    if (next == null) {
      return hasMore || since != null ? "a cursor is missing" : null;
    }
    if (next.equals(asked.values().get("cursor"))) {
      return "a cursor that leads to itself";
    }
    return moved && next.equals(since) ? "a cursor that stays behind its changes" : null;
  }
}
