package org.marquee.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Whether a day's programme is known. Nothing is on only where [#isComplete()] and there are no
/// films.
///
/// @param state `complete`, `partial`, `unknown`, or what v1 adds later
/// @param observedAt when the feed was taken that says it
/// @param reason why it is not complete, such as `beyond_horizon` or `source_late`
/// @param until to when the source speaks
/// @param since from when on the reason holds
public record Coverage(
    String state,
    @Nullable Instant observedAt,
    @Nullable String reason,
    @Nullable Instant until,
    @Nullable Instant since) {
  /// Whether a source speaks for the whole day.
  public boolean isComplete() {
    return state.equals("complete");
  }

  static Coverage read(JsonObject json) {
    return new Coverage(
        json.text("state"),
        json.optionalInstant("observedAt"),
        json.optionalText("reason"),
        json.optionalInstant("until"),
        json.optionalInstant("since"));
  }
}
