package org.marquee.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What to follow, and from where on.
public final class FollowQuery {
  private final @Nullable String cursor;
  private final List<String> kinds;
  private final @Nullable Integer days;

  private FollowQuery(@Nullable String cursor, List<String> kinds, @Nullable Integer days) {
    this.cursor = cursor;
    this.kinds = List.copyOf(kinds);
    this.days = days;
  }

  /// From the beginning: a reset and all records come first.
  public static FollowQuery fromStart() {
    return new FollowQuery(null, List.of(), null);
  }

  /// From the last checkpoint of an earlier run.
  public static FollowQuery since(String cursor) {
    return new FollowQuery(cursor, List.of(), null);
  }

  /// Only these kinds, some of `showtime`, `film`, `cinema`, `chain`, `screen`. Screens cost a
  /// request for each cinema when it starts over.
  public FollowQuery kinds(String... kinds) {
    return new FollowQuery(cursor, List.of(kinds), days);
  }

  /// Only showtimes of so many days ahead are read from the lists; without it, all that are ahead.
  /// As time passes, those of the days that come are read. Changes of all showtimes are delivered.
  public FollowQuery days(int days) {
    return new FollowQuery(cursor, kinds, days);
  }

  @Nullable String cursor() {
    return cursor;
  }

  List<String> kinds() {
    return kinds;
  }

  boolean wants(String kind) {
    return kinds.isEmpty() || kinds.contains(kind);
  }

  @Nullable Integer days() {
    return days;
  }
}
