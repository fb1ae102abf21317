package org.marquee.app.feed;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.app.console.SettingReaders;
import org.marquee.app.console.Times;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.archive.ReadingOptions;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSource;
import org.marquee.feed.Recognition;
import org.marquee.feed.StandIn;
import org.marquee.feed.StandIns;
import org.marquee.feed.detection.FormatDetection;
import org.marquee.feed.detection.Formats;
import org.marquee.feed.filter.ForeignFiles;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.feed.member.CinemaFile;
import org.marquee.feed.member.Limits;
import org.marquee.files.RootRights;
import org.marquee.title.label.Vocabulary;
import picocli.CommandLine.Option;

/// What an operator states about a feed: the options of `ingest` and `validate`.
final class FeedOptions {
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "The format of the feed (docs/feeds.md; default: recognised).")
  private @Nullable String format;

  @Option(
      names = "--mapping",
      paramLabel = "FILE",
      description = "The mapping of a csv, json or xml feed (docs/mappings.md).")
  private @Nullable Path mapping;

  @Option(
      names = "--cinema",
      paramLabel = "FILE",
      description =
          "A native cinema object that describes, or completes, the one venue of the feed"
              + " (docs/feeds.md).")
  private @Nullable Path cinema;

  @Option(
      names = "--observed-at",
      paramLabel = "TIME",
      converter = Times.class,
      description =
          "When the feed was taken, if it does not say so: 2026-03-01T18:00:00Z (default: now).")
  private @Nullable Instant observedAt;

  @Option(
      names = "--words",
      paramLabel = "FILE",
      description = "The meaning of the provider's own labels and title prefixes (docs/feeds.md).")
  private @Nullable Path words;

  @Option(
      names = "--missing-postcode",
      paramLabel = "TEXT",
      description =
          "Publish cinemas without a postcode with this text in its place: 2 to 16 characters, such"
              + " as 00000 (docs/feeds.md). Without it they are held back.")
  private @Nullable String missingPostcode;

  @Option(
      names = "--missing-country",
      paramLabel = "CODE",
      description = "Publish cinemas without a country code with this one, such as GB.")
  private @Nullable String missingCountry;

  @Option(
      names = "--missing-locality",
      paramLabel = "TEXT",
      description = "Publish cinemas without a locality with this one.")
  private @Nullable String missingLocality;

  @Option(
      names = "--largest",
      paramLabel = "SIZE",
      converter = SettingReaders.Sizes.class,
      defaultValue = "8GB",
      description =
          "The largest size of a file, as sent and as unpacked, such as 500MB (default:"
              + " 8GB). A file of this machine that is not compressed may have any size.")
  private long largest;

  private @Nullable CinemaFile described;

  /// Checks the options before any file is fetched.
  ///
  /// @throws WrongUsage if there is no such format, or a text cannot stand in for what is missing
  /// @throws IOException if the mapping or the cinema file cannot be read
  void check() throws IOException {
    standIns();
    readerOfFormat();
    cinemaFile();
    vocabulary();
  }

  private StandIns standIns() {
    Map<StandIn, String> texts = new EnumMap<>(StandIn.class);
    add(texts, StandIn.COUNTRY, "--missing-country", missingCountry);
    add(texts, StandIn.LOCALITY, "--missing-locality", missingLocality);
    add(texts, StandIn.POSTCODE, "--missing-postcode", missingPostcode);
    return new StandIns(texts);
  }

  private static void add(
      Map<StandIn, String> texts, StandIn field, String option, @Nullable String text) {
    if (text != null) {
      String fault = Limits.faultOf(field, text);
      if (fault != null) {
        throw new WrongUsage(option + " " + fault);
      }
      texts.put(field, text);
    }
  }

  /// The reader of the feed that `parts` are: that of the format that was named, else the one that
  /// recognises it. It also reports what was found in the cinema file.
  Formats.Said reader(List<FeedSource.Part> parts) throws IOException {
    FeedReader named = readerOfFormat();
    Formats.Said found =
        named == null
            ? FormatDetection.of(parts)
            : new Formats.Said(
                named,
                new Recognition(100, mapping == null ? "as --format says" : "as --mapping says"));
    FeedReader own = ForeignFiles.without(found.reader(), parts);
    CinemaFile file = cinemaFile();
    return new Formats.Said(file == null ? own : file.reportedBy(own), found.recognition());
  }

  private @Nullable FeedReader readerOfFormat() throws IOException {
    if (mapping != null) {
      return readerByMapping(mapping);
    }
    if (format == null) {
      return null;
    }
    String name = format;
    if (name.equals("yaml")) {
      throw new WrongUsage(MappedReader.NO_YAML);
    }
    if (MappedReader.GENERIC.contains(name)) {
      throw new WrongUsage("--format " + name + " needs --mapping FILE");
    }
    return Formats.find(name)
        .orElseThrow(() ->
            new WrongUsage(
                "there is no format %s; the formats are %s"
                    .formatted(name, String.join(", ", Formats.names()))));
  }

  private FeedReader readerByMapping(Path file) throws IOException {
    MappedReader reader = RootRights.use(file, () -> MappedReader.of(file));
    if (format != null && !format.equals(reader.documents())) {
      throw new WrongUsage("the mapping is of --format " + reader.documents() + ", not " + format);
    }
    return reader;
  }

  /// How many bytes a file may have, as it is sent and unpacked.
  long largest() {
    return largest;
  }

  /// The file of the mapping; null where none was named.
  @Nullable Path mapping() {
    return mapping;
  }

  /// When the feed was taken: the operator's time, else now.
  Instant observedAt(InstantSource clock) {
    return observedAt == null ? clock.instant().truncatedTo(ChronoUnit.MICROS) : observedAt;
  }

  FeedSource source(List<FeedSource.Part> parts, Instant observedAt) throws IOException {
    CinemaFile file = cinemaFile();
    return new FeedSource(
        parts, observedAt, file == null ? null : file.cinema(), vocabulary(), standIns());
  }

  /// The options as the archive of a run keeps them.
  ///
  /// @param found the format that was found where the operator named none
  ReadingOptions reading(String found) {
    boolean looked = format == null && mapping == null && Formats.names().contains(found);
    String named = looked ? found : format;
    return new ReadingOptions(
        named, absolute(mapping), absolute(words), absolute(cinema), standIns());
  }

  private static @Nullable Path absolute(@Nullable Path path) {
    return path == null ? null : path.toAbsolutePath().normalize();
  }

  private Vocabulary vocabulary() throws IOException {
    Path named = words;
    if (named == null) {
      return Vocabulary.BUILT_IN;
    }
    try {
      return Vocabulary.BUILT_IN.with(RootRights.use(named, () -> Files.readString(named)));
    } catch (IllegalArgumentException e) {
      throw new WrongUsage(words + ": " + e.getMessage());
    } catch (CharacterCodingException _) {
      throw new WrongUsage(words + " is not UTF-8 text");
    }
  }

  private @Nullable CinemaFile cinemaFile() throws IOException {
    Path named = cinema;
    if (described == null && named != null) {
      described = RootRights.use(named, () -> CinemaFile.read(named));
    }
    return described;
  }
}
