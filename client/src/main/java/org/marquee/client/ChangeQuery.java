package org.marquee.client;

import java.util.List;

/// Which changes: one page of them.
public final class ChangeQuery {
  private final Parameters parameters;
  private final int waitSeconds;

  private ChangeQuery(Parameters parameters, int waitSeconds) {
    this.parameters = parameters;
    this.waitSeconds = waitSeconds;
  }

  /// From now on: the page is empty and has a cursor.
  public static ChangeQuery fromNow() {
    return since("now");
  }

  /// What changed after this cursor, also that of a checkpoint.
  public static ChangeQuery since(String cursor) {
    String ofService = SavedCursor.parse(cursor).cursor();
    return new ChangeQuery(Parameters.NONE.with("since", ofService), 0);
  }

  /// Only these kinds, some of `showtime`, `film`, `cinema`, `chain`, `screen`.
  public ChangeQuery kinds(String... kinds) {
    return kinds(List.of(kinds));
  }

  ChangeQuery kinds(List<String> kinds) {
    return new ChangeQuery(parameters.withAll("kinds", kinds), waitSeconds);
  }

  /// At most so many, 1 to 1000; without it, 100.
  public ChangeQuery limit(int limit) {
    return new ChangeQuery(parameters.with("limit", String.valueOf(limit)), waitSeconds);
  }

  /// How long the service waits for something new, 0 to 30 seconds; without it, not at all.
  public ChangeQuery waitSeconds(int seconds) {
    return new ChangeQuery(parameters.with("wait", String.valueOf(seconds)), seconds);
  }

  Parameters parameters() {
    return parameters;
  }

  int waitSeconds() {
    return waitSeconds;
  }
}
