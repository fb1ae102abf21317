package org.marquee.client;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the key of the client is good for, and what it was used for.
///
/// @param rate null where the plan has no limit
/// @param quota null where the plan has none
/// @param days of the last month, those with requests
public record Usage(
    String organization, String plan, @Nullable Rate rate, @Nullable Quota quota, List<Day> days) {
  /// Keeps its own copy of the days.
  public Usage {
    days = List.copyOf(days);
  }

  /// So many requests in so many seconds, and those that are left.
  public record Rate(int limit, long windowSeconds, long remaining) {}

  /// So many requests in a month, and those that were made.
  public record Quota(long limit, long used, Instant renewsAt) {}

  /// A day in UTC. `requests` are all, of which the next three are a part.
  public record Day(
      LocalDate date, long requests, long notModified, long refused, long errors, long bytes) {}

  static Usage read(JsonObject json) {
    return new Usage(
        json.text("organization"),
        json.text("plan"),
        json.optionalObject(
            "rate",
            it ->
                new Rate(
                    it.number("limit").intValue(),
                    it.number("windowSeconds").longValue(),
                    it.number("remaining").longValue())),
        json.optionalObject(
            "quota",
            it ->
                new Quota(
                    it.number("limit").longValue(),
                    it.number("used").longValue(),
                    it.instant("renewsAt"))),
        json.objects("days", Usage::day));
  }

  private static Day day(JsonObject json) {
    return new Day(
        json.date("date"),
        json.number("requests").longValue(),
        json.number("notModified").longValue(),
        json.number("refused").longValue(),
        json.number("errors").longValue(),
        json.number("bytes").longValue());
  }
}
