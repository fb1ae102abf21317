package org.marquee.feed.detection;

import static java.util.stream.Collectors.toSet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.marquee.feed.FeedHead;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.Recognition;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// Finds the format of a feed: asks every reader about the beginning of each file.
public final class FormatDetection {
  /// The most formats that a notice names as the closest.
  private static final int NAMED = 3;

  /// The most of a file's beginning that a notice shows, in code points.
  private static final int WIDTH = 60;

  private FormatDetection() {}

  /// What the readers say of a file.
  ///
  /// @param surest those that are surest of it; none where nobody is sure enough
  /// @param whyNot why it has not one format
  private record Looked(String file, List<Formats.Said> surest, Notice whyNot) {
    private Set<String> formats() {
      return surest.stream().map(said -> said.reader().format()).collect(toSet());
    }
  }

  /// The one reader that is surest of every recognised file, else one that refuses the feed and
  /// gives the reason. A file that no reader recognises goes with the others: many formats have
  /// files without a mark of their own.
  public static Formats.Said of(List<FeedSource.Part> parts) throws IOException {
    List<FeedReader> readers = Formats.all();
    List<Looked> files = new ArrayList<>();
    try {
      for (FeedSource.Part part : parts) {
        files.add(look(FeedHead.of(part), parts.size() == 1 ? "" : part.name(), readers));
      }
    } catch (UnreadableFeed e) {
      return refused(e.notice());
    }
    List<Looked> known = files.stream().filter(each -> !each.surest.isEmpty()).toList();
    if (known.isEmpty()) {
      return refused(files.getFirst().whyNot);
    }
    Set<String> fitting = known.getFirst().formats();
    known.forEach(each -> fitting.retainAll(each.formats()));
    return switch (fitting.size()) {
      case 0 -> refused(Notice.of(Code.FORMATS_DIFFER, filesByFormat(known)));
      case 1 ->
          known.stream()
              .flatMap(each -> each.surest.stream())
              .filter(said -> fitting.contains(said.reader().format()))
              .max(Comparator.comparingInt(Formats.Said::percent))
              .orElseThrow();
      default -> refused(known.getFirst().whyNot);
    };
  }

  private static Looked look(FeedHead head, String file, List<FeedReader> readers) {
    List<Formats.Said> all =
        readers.stream()
            .map(reader -> new Formats.Said(reader, reader.recognise(head)))
            .sorted(Comparator.comparingInt(Formats.Said::percent).reversed())
            .toList();
    Formats.Said first = all.getFirst();
    List<Formats.Said> surest =
        first.recognition().isSureEnough()
            ? all.stream().filter(said -> said.percent() == first.percent()).toList()
            : List.of();
    return new Looked(head.name(), surest, whyNot(head, file, all));
  }

  private static String filesByFormat(List<Looked> known) {
    Map<String, List<String>> files = new LinkedHashMap<>();
    for (Looked each : known) {
      each.surest.forEach(said ->
          files.computeIfAbsent(said.reader().format(), _ -> new ArrayList<>()).add(each.file));
    }
    return files.entrySet().stream()
        .map(each ->
            each.getKey()
                + ": "
                + each.getValue().getFirst()
                + (each.getValue().size() == 1
                    ? ""
                    : " and " + (each.getValue().size() - 1) + " more"))
        .collect(Collectors.joining("; "));
  }

  /// @param file its name, where there are several
  private static Notice whyNot(FeedHead head, String file, List<Formats.Said> all) {
    if (head.isWhole() && head.text().isBlank()) {
      return Notice.of(Code.FEED_EMPTY, file);
    }
    String prefix = file.isEmpty() ? "" : file + ": ";
    String text = head.text().strip();
    if (head.isWhole() && (text.equals("[]") || text.equals("{}"))) {
      return Notice.of(Code.FEED_EMPTY, prefix + "it is " + text + ", which fits many formats");
    }
    if (head.name().matches("(?i).*\\.ya?ml(\\.gz|\\.zst)?") || text.startsWith("---\n")) {
      return Notice.of(Code.FORMAT_UNKNOWN, prefix + MappedReader.NO_YAML);
    }
    if (head.text().indexOf('\0') >= 0) {
      return Notice.of(Code.FEED_NOT_TEXT, prefix + "it contains a zero byte near its beginning");
    }
    return Notice.of(Code.FORMAT_UNKNOWN, prefix + nearest(text, all));
  }

  /// The closest format, or else the beginning of the file, and what to do.
  private static String nearest(String text, List<Formats.Said> all) {
    int best = all.getFirst().percent();
    if (text.startsWith("<") && !text.regionMatches(true, 0, "<!doctype html", 0, 14)) {
      return "it is XML, which needs a mapping: --mapping FILE (docs/mappings.md); it begins with “%s”"
          .formatted(beginning(text));
    }
    if (best == 0) {
      return "no known format fits; it begins with “%s”".formatted(beginning(text));
    }
    String nearest =
        all.stream()
            .filter(said -> said.percent() == best)
            .limit(NAMED)
            .map(Formats.Said::toString)
            .collect(Collectors.joining(", or "));
    return all.getFirst().recognition().isSureEnough()
        ? nearest
        : "the closest is %s; if that is right, name the format: %s"
            .formatted(nearest, all.getFirst().reader().format());
  }

  private static String beginning(String text) {
    String line = text.replaceAll("\\s+", " ");
    return line.codePointCount(0, line.length()) <= WIDTH
        ? line
        : line.substring(0, line.offsetByCodePoints(0, WIDTH)) + "…";
  }

  private static Formats.Said refused(Notice why) {
    return new Formats.Said(new Nobody(why), new Recognition(0, "no format was recognised"));
  }

  /// Stands in for an unknown format: the import runs, is refused and reported.
  private record Nobody(Notice why) implements FeedReader {
    @Override
    public String format() {
      return "unknown";
    }

    @Override
    public void read(FeedSource source, FeedSink sink) throws UnreadableFeed {
      throw new UnreadableFeed(why);
    }
  }
}
