package org.marquee.site.operator;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the operator's page shows, apart from organizations.
///
/// @param node that answers
/// @param stored null where the database cannot be read now
public record OperationsState(Instant now, Node node, @Nullable Stored stored) {
  /// The node that answers.
  ///
  /// @param status as of `/health/ready`, and `why` it is so; empty where that needs no reason
  /// @param showtimes in memory; null where everything is read from the database
  /// @param sinceRevision how long ago the database confirmed what answers are made from
  /// @param sinceKeys how long ago it confirmed keys and plans
  public record Node(
      String version,
      String status,
      String why,
      @Nullable Long showtimes,
      Duration sinceRevision,
      Duration sinceKeys) {}

  /// What all nodes share.
  ///
  /// @param runs the latest first
  /// @param nodes how long ago each node of the database was seen
  public record Stored(
      List<Source> sources, List<Alarm> alarms, List<Run> runs, List<Duration> nodes) {
    public Stored {
      sources = List.copyOf(sources);
      alarms = List.copyOf(alarms);
      runs = List.copyOf(runs);
      nodes = List.copyOf(nodes);
    }
  }

  /// A provider.
  ///
  /// @param observedAt when its last feed was taken; null: never
  /// @param horizon when its last showtime starts; null: it has none
  /// @param days how many showtimes start on each, of the last weeks and the next
  public record Source(
      String provider,
      @Nullable Instant observedAt,
      @Nullable Instant horizon,
      Map<LocalDate, Long> days) {
    public Source {
      days = Map.copyOf(days);
    }
  }

  /// Something that an operator should look at.
  ///
  /// @param subject the provider, the node or, of a quota, the organization
  /// @param since null where that was not noted
  public record Alarm(String code, String subject, String message, @Nullable Instant since) {}

  /// An import that ended.
  ///
  /// @param report whether its report can be shown
  /// @param last whether an undo of its provider begins with it
  /// @param read how many of its showtimes, or of other records where it has none, were read
  public record Run(
      String id,
      String provider,
      Instant endedAt,
      String outcome,
      boolean report,
      boolean last,
      long read,
      long published,
      long refused) {}

  /// An organization.
  ///
  /// @param plan null: none that is active
  /// @param days its requests on each of the last days
  /// @param quota of this month; null where there is none
  /// @param keys those that are valid
  public record Customer(
      String name,
      @Nullable String plan,
      boolean suspended,
      Map<LocalDate, Long> days,
      @Nullable Quota quota,
      List<Key> keys) {
    public Customer {
      days = Map.copyOf(days);
      keys = List.copyOf(keys);
    }
  }

  /// How many requests a month has, and what of them is used and left.
  public record Quota(long requests, long used, long left) {}

  /// A key.
  public record Key(String id, @Nullable String label, @Nullable Instant lastUsed) {}
}
