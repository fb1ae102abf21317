package org.marquee.notice;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Collects the notices of a run: exact counts, and the first examples of each code. A feed with a
/// million faults needs no more memory than one with fifty. For one thread at a time.
public final class Notices {
  /// Examples kept of each code.
  public static final int EXAMPLES = 50;

  /// More of labels, since each is a different one.
  private static final int LABELS = 1000;

  private final Map<Code, Long> counts = new EnumMap<>(Code.class);
  private final Map<Code, List<Notice>> examples = new EnumMap<>(Code.class);
  private final Consumer<Notice> hearer;

  public Notices() {
    this(_ -> {});
  }

  /// @param hearer hears each notice when it is added
  public Notices(Consumer<Notice> hearer) {
    this.hearer = hearer;
  }

  /// Counts a notice, and keeps it among the examples while there is room.
  public void add(Notice notice) {
    counts.merge(notice.code(), 1L, Long::sum);
    List<Notice> kept = examples.computeIfAbsent(notice.code(), _ -> new ArrayList<>());
    if (kept.size() < (notice.code() == Code.LABEL_UNKNOWN ? LABELS : EXAMPLES)) {
      kept.add(notice);
    }
    hearer.accept(notice);
  }

  /// The codes found, most severe first, with their counts and first examples.
  public List<Group> groups() {
    return counts.entrySet().stream()
        .sorted(Comparator.comparing(each -> each.getKey().severity()))
        .map(each ->
            new Group(
                each.getKey(), each.getValue(), examples.getOrDefault(each.getKey(), List.of())))
        .toList();
  }

  /// All notices of one code.
  public record Group(Code code, long count, List<Notice> examples) {
    public Group {
      examples = List.copyOf(examples);
    }

    public List<Notice> firstExamples() {
      return examples.subList(0, Math.min(examples.size(), EXAMPLES));
    }
  }
}
