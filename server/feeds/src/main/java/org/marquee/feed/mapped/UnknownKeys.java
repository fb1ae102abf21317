package org.marquee.feed.mapped;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.marquee.feed.FeedSink;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// Keys that rows look up in the tables written in the mapping, and that those do not have: each is
/// reported once, with the number of rows.
///
/// Several rules may make records of the same rows, so rows are counted for each rule, and the
/// largest number is reported.
final class UnknownKeys {
  /// The most keys that are counted one by one.
  private static final int MOST = 1000;

  private final Mapping mapping;
  private final Map<Key, Uses> keys = new LinkedHashMap<>();
  private final Set<Key> ofThisRow = new HashSet<>();
  private Object rule = "";
  private Supplier<String> place = () -> "";
  private long others;

  UnknownKeys(Mapping mapping) {
    this.mapping = mapping;
  }

  private record Key(String table, String text) {}

  private record Uses(String firstPlace, Map<Object, Long> rows) {}

  /// Begins a row.
  ///
  /// @param of the rule, distinguished by its identity
  void row(Object of, Supplier<String> at) {
    ofThisRow.clear();
    rule = of;
    place = at;
  }

  /// Notes that `table` has no `text`. Tables that are uses in the feed are not the mapping's to
  /// complete.
  void missed(String table, String text) {
    if (!(mapping.tables().get(table) instanceof Mapping.Table.Words)) {
      return;
    }
    Key key = new Key(table, text);
    if (!ofThisRow.add(key)) {
      return;
    }
    Uses uses = keys.get(key);
    if (uses == null) {
      if (keys.size() == MOST) {
        others++;
        return;
      }
      uses = new Uses(place.get(), new IdentityHashMap<>());
      keys.put(key, uses);
    }
    uses.rows().merge(rule, 1L, Long::sum);
  }

  void report(FeedSink sink) {
    keys.forEach((key, uses) -> {
      long rows = uses.rows().values().stream().mapToLong(Long::longValue).max().orElse(0);
      sink.notice(
          new Notice(
              Code.TABLE_KEY_UNKNOWN,
              uses.firstPlace(),
              key.text(),
              "the table \"%s\" does not have it; the feed uses it %s"
                  .formatted(key.table(), rows == 1 ? "once" : rows + " times"),
              rows));
    });
    if (others > 0) {
      sink.notice(Notice.of(Code.TABLE_KEY_UNKNOWN, others + " more uses of other keys"));
    }
  }
}
