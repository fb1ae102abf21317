package org.marquee.feed.marquee;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.StandIns;
import org.marquee.feed.member.FeedLine;
import org.marquee.feed.member.Limit;
import org.marquee.feed.member.Limits;
import org.marquee.feed.member.Value;
import org.marquee.notice.Code;

/// The first line of a native feed (docs/feeds.md, "Header"). Nothing in it may be guessed, since
/// it decides what the feed withdraws: a member that breaks its limits refuses the feed.
final class NativeHeader {
  private static final Limit<String> TYPE =
      new Limit<>("\"feed\"", value -> value.equals(new Value.Text("feed")) ? "feed" : null);

  private static final Limit<Integer> VERSION =
      new Limit<>(
          "1",
          value ->
              value instanceof Value.Numeral(String digits, _) && digits.equals("1") ? 1 : null);

  private static final Limit<FeedHeader.Mode> MODE =
      new Limit<>(
          "\"full\" or \"delta\"",
          value ->
              value instanceof Value.Text(String text)
                  ? switch (text) {
                    case "full" -> FeedHeader.Mode.FULL;
                    case "delta" -> FeedHeader.Mode.DELTA;
                    default -> null;
                  }
                  : null);
  private static final Limit<Set<String>> CINEMAS =
      new Limit<>("a list of external ids of 1 to 240 characters", NativeHeader::externalIds);

  private NativeHeader() {}

  static @Nullable FeedHeader read(FeedLine entry) {
    String type = entry.required("type", TYPE);
    Integer version = entry.required("version", VERSION);
    Instant observedAt = entry.required("observedAt", Limits.TIMESTAMP);
    FeedHeader.Mode mode = entry.required("mode", MODE);
    Instant sourceUpdatedAt = entry.strict("sourceUpdatedAt", Limits.TIMESTAMP);
    FeedHeader.Covers covers = entry.has("covers") ? covers(entry.part("covers")) : null;
    if (type == null || version == null || observedAt == null || mode == null) {
      return null;
    }
    return new FeedHeader(
        mode,
        observedAt,
        sourceUpdatedAt,
        covers,
        FeedHeader.Guard.WHOLE_FEED,
        FeedHeader.Keys.GIVEN,
        StandIns.NONE);
  }

  /// A misspelt bound would make the feed cover more than it contains, so here an unknown member is
  /// a fault.
  private static FeedHeader.Covers covers(FeedLine entry) {
    Instant from = entry.strict("from", Limits.TIMESTAMP);
    Instant until = entry.strict("until", Limits.TIMESTAMP);
    Set<String> cinemas = entry.strict("cinemas", CINEMAS);
    entry.refuseUnknownMembers();
    if (from != null && until != null && !from.isBefore(until)) {
      entry.refuse(Code.MEMBER_INVALID, "", "\"covers.from\" must be before \"covers.until\"");
    }
    return new FeedHeader.Covers(from, until, cinemas);
  }

  private static @Nullable Set<String> externalIds(Value value) {
    if (!(value instanceof Value.Items(List<Value> list))) {
      return null;
    }
    Set<String> ids = new HashSet<>();
    for (Value item : list) {
      String id = Limits.EXTERNAL_ID.of(item);
      if (id == null) {
        return null;
      }
      ids.add(id);
    }
    return ids;
  }
}
