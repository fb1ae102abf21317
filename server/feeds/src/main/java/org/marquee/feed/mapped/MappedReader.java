package org.marquee.feed.mapped;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.marquee.feed.FeedHead;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.Recognition;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.filter.SingleVenue;
import org.marquee.files.ProgramFile;
import org.marquee.notice.Code;
import org.marquee.yaml.Yaml;

/// Reads CSV, JSON or XML by a mapping (docs/mappings.md). The mappings that come with Marquee are
/// formats of their own, known by their names; others come from files.
public final class MappedReader implements FeedReader {
  /// What documents are called that a mapping is needed for.
  public static final Set<String> GENERIC =
      Collections.unmodifiableSet(new LinkedHashSet<>(List.of("csv", "json", "ndjson", "xml")));

  /// What to do with a feed of YAML.
  public static final String NO_YAML =
      "YAML is not read as a feed; convert it to JSON, for example with yq -o json";

  /// The names of the mappings that come with Marquee.
  public static final List<String> READY =
      List.of(
          ("cinemashowtimes cineworld cnc-cinemas culture-calendar dc-film everyman indy "
                  + "osm-cinemas veezi venuemaster vue")
              .split(" ", -1));

  /// The longest mapping, in bytes.
  private static final int LONGEST = 1 << 20;

  /// A feed is as sure as this to be of a mapping if it has all that the mapping is recognised by:
  /// others may have it too. A feed that lacks something is not of the format, but may be taken for
  /// near to it.
  private static final int NEAREST = Recognition.SURE_ENOUGH - 1;

  private static final int SUREST = 90;

  private final Mapping mapping;

  private MappedReader(Mapping mapping) {
    this.mapping = mapping;
  }

  /// A reader by the mapping called `name`, one of [#READY].
  public static MappedReader ready(String name) {
    String mapping = ProgramFile.text(MappedReader.class, "/mappings/" + name + ".yaml");
    try {
      return new MappedReader(MappingFile.read(name, mapping));
    } catch (Yaml.InvalidYaml e) {
      throw new IllegalStateException("the mapping " + name + ": " + e.getMessage(), e);
    }
  }

  /// A reader by the mapping in `file`, called what the file is called.
  ///
  /// @throws UnreadableFeed if anything in the mapping is wrong; the notice says what, and where
  /// @throws IOException if it cannot be read
  public static MappedReader of(Path file) throws IOException {
    String name = String.valueOf(file.getFileName());
    try {
      if (Files.size(file) > LONGEST) {
        throw new Yaml.InvalidYaml("it is longer than 1 MiB");
      }
      return new MappedReader(
          MappingFile.read(name.replaceFirst("\\.ya?ml$", ""), Files.readString(file)));
    } catch (CharacterCodingException _) {
      throw faulty(name, "it is not UTF-8 text");
    } catch (Yaml.InvalidYaml e) {
      throw faulty(name, String.valueOf(e.getMessage()));
    }
  }

  /// A reader by a mapping that is at hand as text.
  ///
  /// @param name what it is called
  /// @throws UnreadableFeed if anything in the mapping is wrong; the notice says what, and where
  public static MappedReader of(String name, String text) throws UnreadableFeed {
    try {
      return new MappedReader(MappingFile.read(name, text));
    } catch (Yaml.InvalidYaml e) {
      throw faulty(name, String.valueOf(e.getMessage()));
    }
  }

  private static UnreadableFeed faulty(String name, String why) {
    return new UnreadableFeed(Code.MAPPING_FAULTY, name + ", " + why);
  }

  /// What the documents are: one of [#GENERIC].
  public String documents() {
    return switch (mapping.shape()) {
      case Mapping.Shape.Csv _ -> "csv";
      case Mapping.Shape.Tree tree -> tree.name().toLowerCase(Locale.ROOT);
    };
  }

  @Override
  public String format() {
    return mapping.name();
  }

  @Override
  public Recognition recognise(FeedHead head) {
    Set<String> seen =
        mapping.shape() instanceof Mapping.Shape.Csv csv ? columns(head, csv) : head.outline();
    List<String> wanted = mapping.recognise();
    if (wanted.isEmpty()) {
      return Recognition.NOT_AT_ALL;
    }
    List<String> missing = wanted.stream().filter(path -> !isIn(seen, path)).toList();
    return missing.isEmpty()
        ? new Recognition(SUREST, "it has " + String.join(", ", wanted))
        : new Recognition(
            NEAREST * (wanted.size() - missing.size()) / wanted.size(),
            "there is no " + String.join(", no ", missing));
  }

  private static boolean isIn(Set<String> seen, String path) {
    // {} stands for any one name; possessive, since names are the feed's and may be long.
    Pattern pattern = Pattern.compile(Pattern.quote(path).replace("{}", "\\E[^.\\[\\]]++\\Q"));
    return seen.stream().anyMatch(shown -> pattern.matcher(shown).matches());
  }

  private static Set<String> columns(FeedHead head, Mapping.Shape.Csv csv) {
    List<String> lines = head.text().lines().skip(csv.skip()).limit(1).toList();
    if (lines.isEmpty()) {
      return Set.of();
    }
    String quote = String.valueOf(csv.quote());
    return Set.copyOf(
        Pattern.compile(String.valueOf(csv.separator()), Pattern.LITERAL)
            .splitAsStream(lines.getFirst())
            .map(column -> Expression.trimmed(column.replace(quote, "")))
            .distinct()
            .toList());
  }

  /// A mapping lists the files of JSON that may lie beside (`besides`).
  @Override
  public boolean passesOver(FeedHead head) {
    return mapping.shape() == Mapping.Shape.Tree.JSON && !head.outline().isEmpty();
  }

  @Override
  public void read(FeedSource source, FeedSink sink) throws IOException {
    SingleVenue.read(source, sink, into -> MappedFeed.read(mapping, source, into));
  }
}
