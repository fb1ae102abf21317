package org.marquee.feed.detection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.BytesPart;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSource;
import org.marquee.feed.Findings;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.feed.member.CinemaFile;

/// Breaks sound feeds of every format in many ways, the same ones for the same seed: a reader may
/// only answer with notices, and soon.
@NullMarked
public final class FeedFuzz {
  /// Processor time: a machine with much else to do takes seconds for what takes milliseconds.
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /// The bytes that one feed of a few thousand bytes may allocate.
  private static final long MOST_ALLOCATED = 512L << 20;

  private static final String[] PIECES = {
    "'", "{", "}",
    "[", "]", "<",
    ">", "&", ",",
    ";", ":", "0",
    "é", "🎬", " ",
    "(", ")", "\"",
    "\\", "\n", "-1",
    "{}", "[]", "3D",
    "\t", "NaN", " - ",
    " – ", "%00", "&#0;",
    "\r\n", "null", "true",
    "P-1D", "<!--", "=1+1",
    "\r\n ", "24:00", "@type",
    "\u0000", "\u202e", "\uFEFF",
    "T25:61", "GMT+99", " (OmU)",
    "\u2028", "\"\"\"", "\\u0000",
    "\\ud800", "../../x", "0.1e-400",
    "((((((((", "http://[", "\u001b[2J",
    "</script>", "0000-00-00", "1e999999999",
    "\"@graph\":[", "FREQ=SECONDLY", "&amp;amp;amp;",
    "PT99999999999H", "Europe/Nowhere", ";BYSETPOS=-366",
    "END:VEVENT\r\n", "\"@id\":\"#a\"", "20261122T100000",
    ";UNTIL=00000101", "+999999999-12-31", "BEGIN:VEVENT\r\n",
    ";COUNT=2147483647", "99999999999999999999", "9999-12-31T23:59:59Z",
    ";INTERVAL=2147483647", "<script type=\"application/ld+json\">"
  };

  /// What takes a broken feed.
  @FunctionalInterface
  public interface Use {
    /// Reads the feed; must not throw because of a fault in it.
    Taken take(FeedReader reader, FeedSource source) throws IOException;
  }

  /// The result of a feed.
  ///
  /// @param records how many were read
  /// @param refused whether the feed was refused as a whole
  public record Taken(long records, boolean refused) {}

  /// A sound feed.
  private record Sound(
      String name, FeedReader reader, FeedRecord.@Nullable Cinema cinema, List<byte[]> files) {}

  /// The reader gives up the pattern of this feed after a second.
  private static final String ENDLESS = "mapped/pattern-without-end";

  /// The feed is taken the first time that it is drawn, and then once in so many times. Otherwise
  /// another feed is drawn.
  private static final int ENDLESS_TURNS = 10;

  private final List<Sound> sound;
  private final Random random;
  private int endless;
  private long number;
  private long records;
  private long unreadable;
  private Duration slowest = Duration.ZERO;
  private String slowestFeed = "";
  private long mostAllocated;
  private String largestFeed = "";

  /// @param server the folder of the module `server`, whose tests have the sound feeds
  public FeedFuzz(Path server, long seed) throws IOException {
    sound = sound(server);
    random = new Random(seed);
  }

  /// How many sound feeds there are.
  public int feeds() {
    return sound.size();
  }

  /// How many records were read of all feeds.
  public long records() {
    return records;
  }

  /// How many feeds were refused as a whole.
  public long unreadable() {
    return unreadable;
  }

  /// Has a reader read the feed.
  public static Taken read(FeedReader reader, FeedSource source) throws IOException {
    Findings findings = Findings.of(reader, source);
    if (findings.unreadable == null) {
      assertThat(findings.headers).hasSize(1);
      assertThat(findings.numbers()).hasSize(findings.lines()).doesNotHaveDuplicates();
    }
    return new Taken(findings.records.size(), findings.unreadable != null);
  }

  /// Breaks one more feed and reads it.
  ///
  /// @throws AssertionError if that fails or takes too long; its message has the feed
  public void next(Use use) throws IOException {
    Sound feed = drawn();
    List<FeedSource.Part> parts = new ArrayList<>();
    int broken = random.nextInt(feed.files().size());
    boolean gently = random.nextBoolean();
    for (int at = 0; at < feed.files().size(); at++) {
      byte[] bytes = feed.files().get(at);
      for (int times = at == broken ? random.nextInt(1, 6) : 0; times > 0; times--) {
        bytes = gently ? gentlyMutated(bytes, random) : mutated(bytes, random);
      }
      parts.add(new BytesPart("part" + at, bytes));
    }
    long begun = THREADS.getCurrentThreadCpuTime();
    long allocated = THREADS.getCurrentThreadAllocatedBytes();
    try {
      if (number % 50 == 0) {
        // Rarely, since it takes longer than most feeds.
        FormatDetection.of(parts);
      }
      Taken taken =
          use.take(feed.reader(), new FeedSource(parts, Findings.OBSERVED_AT, feed.cinema()));
      records += taken.records();
      unreadable += taken.refused() ? 1 : 0;
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError | AssertionError e) {
      throw new AssertionError(described(number, feed, parts.get(broken)), e);
    } finally {
      number++;
    }
    Duration took = Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - begun);
    if (took.compareTo(slowest) > 0) {
      slowest = took;
      slowestFeed = feed.name();
    }
    long needed = THREADS.getCurrentThreadAllocatedBytes() - allocated;
    if (needed > mostAllocated) {
      mostAllocated = needed;
      largestFeed = feed.name();
    }
    if (took.compareTo(LONGEST) > 0 || needed > MOST_ALLOCATED) {
      throw new AssertionError(
          "%s and %,d bytes for %s"
              .formatted(took, needed, described(number, feed, parts.get(broken))));
    }
  }

  private Sound drawn() {
    Sound feed = sound.get(random.nextInt(sound.size()));
    return feed.name().equals(ENDLESS) && endless++ % ENDLESS_TURNS != 0 ? drawn() : feed;
  }

  /// A summary in one line.
  @Override
  public String toString() {
    return "%,d feeds, %,d refused, %,d records; slowest %s (%s), largest %,d bytes (%s)"
        .formatted(number, unreadable, records, slowest, slowestFeed, mostAllocated, largestFeed);
  }

  private static String described(long number, Sound feed, FeedSource.Part broken) {
    return "case %d of %s, broken: %s".formatted(number, feed.name(), ((BytesPart) broken).text());
  }

  private static List<Sound> sound(Path server) throws IOException {
    List<Sound> all = new ArrayList<>();
    for (Path format : folders(server.resolve("src/test/resources/feeds"))) {
      for (Path folder : folders(format)) {
        FeedReader reader = reader(format.getFileName().toString(), folder);
        Path cinema = folder.resolve("cinema.json");
        all.add(
            new Sound(
                format.getFileName() + "/" + folder.getFileName(),
                reader,
                Files.exists(cinema) ? CinemaFile.read(cinema).cinema() : Findings.REX,
                files(folder)));
      }
    }
    all.add(
        new Sound(
            "clusterflick",
            Formats.find("clusterflick").orElseThrow(),
            null,
            List.of(
                Files.readAllBytes(server.resolve("../../docs/examples/rex-clusterflick.json")))));
    all.removeIf(each -> each.files().isEmpty());
    return all;
  }

  private static List<Path> folders(Path in) throws IOException {
    try (Stream<Path> all = Files.list(in)) {
      return all.filter(Files::isDirectory).sorted().toList();
    }
  }

  private static FeedReader reader(String format, Path folder) throws IOException {
    Path mapping = folder.resolve("mapping.yaml");
    String name =
        format.equals("mapped") ? folder.getFileName().toString().replaceFirst(",.*", "") : format;
    return Files.exists(mapping)
        ? MappedReader.of(mapping)
        : Formats.find(name).orElseThrow(() -> new AssertionError(name));
  }

  private static List<byte[]> files(Path folder) throws IOException {
    List<byte[]> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(folder)) {
      for (Path each : all.filter(Files::isRegularFile).sorted().toList()) {
        String name = each.getFileName().toString();
        if (!List.of("expected.txt", "cinema.json", "mapping.yaml").contains(name)) {
          files.add(Files.readAllBytes(each));
        }
      }
    }
    return files;
  }

  /// Breaks a feed somewhere.
  public static byte[] mutated(byte[] feed, Random random) {
    int at = random.nextInt(feed.length + 1);
    int end = Math.min(feed.length, at + random.nextInt(random.nextInt(8) == 0 ? 400 : 12));
    byte[] piece = PIECES[random.nextInt(PIECES.length)].getBytes(UTF_8);
    return switch (random.nextInt(8)) {
      case 0 -> spliced(feed, at, at, piece);
      case 1 -> spliced(feed, at, end, new byte[0]);
      case 2 -> spliced(feed, at, end, piece);
      case 3 -> spliced(feed, at, end, new byte[] {(byte) random.nextInt(256)});
      case 4 -> spliced(feed, at, at, Arrays.copyOfRange(feed, at, end));
      case 5 -> valued(feed, at, piece);
      case 6 -> random.nextInt(6) == 0 ? spliced(feed, at, feed.length, new byte[0]) : feed;
      default -> spliced(feed, at, end, repeated(piece, random.nextInt(1, 300)));
    };
  }

  /// Changes values and leaves most of the syntax, so that what is behind the syntax is reached.
  private static byte[] gentlyMutated(byte[] feed, Random random) {
    int at = random.nextInt(feed.length + 1);
    byte[] piece = PIECES[random.nextInt(PIECES.length)].getBytes(UTF_8);
    return switch (random.nextInt(4)) {
      case 0 -> digit(feed, at, random);
      case 1 -> moved(feed, at, random);
      default ->
          new String(piece, ISO_8859_1).matches("(?s).*[\"\\\\\\[\\]{}<>,;\n\r].*")
              ? digit(feed, at, random)
              : valued(feed, at, piece);
    };
  }

  /// Changes the next digit.
  private static byte[] digit(byte[] feed, int at, Random random) {
    int found = at;
    while (found < feed.length && !Character.isDigit(feed[found])) {
      found++;
    }
    return found == feed.length
        ? feed
        : spliced(feed, found, found + 1, new byte[] {(byte) ('0' + random.nextInt(10))});
  }

  /// Puts one value in the place of another.
  private static byte[] moved(byte[] feed, int at, Random random) {
    int other = random.nextInt(feed.length + 1);
    return valued(
        feed, at, Arrays.copyOfRange(feed, valueStart(feed, other), valueEnd(feed, other)));
  }

  /// Puts a piece in place of a whole value: from one delimiter to the next.
  private static byte[] valued(byte[] feed, int at, byte[] piece) {
    return spliced(feed, valueStart(feed, at), valueEnd(feed, at), piece);
  }

  private static int valueStart(byte[] feed, int at) {
    int from = at;
    while (from > 0 && "\":,;=>\n".indexOf(feed[from - 1]) < 0) {
      from--;
    }
    return from;
  }

  private static int valueEnd(byte[] feed, int at) {
    int to = at;
    while (to < feed.length && "\",;<\r\n".indexOf(feed[to]) < 0) {
      to++;
    }
    return to;
  }

  private static byte[] repeated(byte[] piece, int times) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int count = 0; count < times; count++) {
      all.writeBytes(piece);
    }
    return all.toByteArray();
  }

  private static byte[] spliced(byte[] feed, int from, int to, byte[] piece) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(feed, 0, from);
    bytes.writeBytes(piece);
    bytes.write(feed, to, feed.length - to);
    return bytes.toByteArray();
  }
}
