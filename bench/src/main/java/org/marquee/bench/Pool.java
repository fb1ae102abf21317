package org.marquee.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.marquee.bench.Workload.Encoding;
import org.marquee.bench.Workload.Mode;
import org.marquee.rig.Line;
import org.marquee.rig.Table;

/// The queries of the measurements: many, and two hundred of them with the same distribution of
/// sizes.
///
/// @param scattered many more queries, whose pages begin anywhere and are of many lengths; none
///   where that is not measured
/// @param all the queries for runs without repetition
/// @param few the queries that are repeated
/// @param pages the answers to the few
/// @param compressed the same as clients get them that accept gzip; the page itself where the
///   server does not compress it
record Pool(
    List<String> scattered,
    List<String> all,
    List<String> few,
    List<byte[]> pages,
    List<byte[]> compressed) {
  private static final int SCATTERED = 60_000;
  private static final int ALL = 4_000;
  private static final int FEW = 200;

  /// Asks all of them, plain and compressed.
  ///
  /// @throws IllegalStateException if a compressed answer is another one than the plain one
  static Pool of(Marquee server) throws Exception {
    Home home = server.home();
    return of(Questions.about(home).scattered(SCATTERED), Questions.about(home).mixed(ALL), server);
  }

  /// As above, of programmes: ten cinemas around a place with what they show on a day.
  static Pool ofProgrammes(Shape shape, Marquee server) throws Exception {
    return of(List.of(), Questions.about(server.home()).of(shape, ALL), server);
  }

  private static Pool of(List<String> scattered, List<String> all, Marquee server)
      throws IOException {
    try (Line line = server.line()) {
      List<byte[]> answers = new ArrayList<>();
      for (int number = 0; number < ALL; number++) {
        answers.add(plain(line, Mode.REPEAT.target(all.get(number), number)));
        // Never asked before, so that it is compressed for this request. Its cursor is its own.
        compressed(line, Mode.FRESH.target(all.get(number), number));
      }
      // One of every twenty, by size.
      List<Integer> bySize =
          IntStream.range(0, ALL)
              .boxed()
              .sorted(Comparator.comparingInt(number -> answers.get(number).length))
              .toList();
      List<Integer> few =
          IntStream.range(0, FEW)
              .mapToObj(n -> bySize.get(n * (ALL / FEW) + ALL / FEW / 2))
              .toList();
      List<byte[]> compressed = new ArrayList<>();
      for (int number : few) {
        String target = Mode.REPEAT.target(all.get(number), number);
        compressed(line, target);
        // The second time it may come from the answers that are kept.
        compressed.add(compressed(line, target));
      }
      return new Pool(
          scattered,
          all,
          few.stream().map(all::get).toList(),
          few.stream().map(answers::get).toList(),
          compressed);
    }
  }

  private static byte[] plain(Line line, String target) throws IOException {
    return line.body(target).getBytes(StandardCharsets.ISO_8859_1);
  }

  /// The body as a client gets it that accepts gzip: compressed, or as it is where the server does
  /// not compress it.
  ///
  /// @throws IllegalStateException if it does not inflate to what a client gets that does not
  ///   accept gzip
  private static byte[] compressed(Line line, String target) throws IOException {
    Line.Answer answer = line.get(new Line.Question(target, Encoding.GZIP.line()));
    byte[] body = answer.bytes();
    boolean isCompressed = answer.fields().getOrDefault("content-encoding", "").equals("gzip");
    if (!Arrays.equals(isCompressed ? Compression.inflated(body) : body, plain(line, target))) {
      throw new IllegalStateException("compressed, it is another answer: " + target);
    }
    return body;
  }

  /// Bytes of the few's bodies, on average.
  double size() {
    return average(pages);
  }

  /// The sizes of the few's bodies, by compressor.
  Table sizes() {
    double zlib = zlib(1);
    Table table = new Table("Body", "bytes, average of 200", "to zlib level 1");
    size(table, "plain", size(), zlib);
    size(table, "Marquee, gzip", average(compressed), zlib);
    size(table, "zlib level 1, gzip", zlib, zlib);
    size(table, "zlib level 6, gzip", zlib(6), zlib);
    return table;
  }

  private static void size(Table table, String name, double bytes, double base) {
    table.row(name, "%,.0f".formatted(bytes), "%.2f".formatted(bytes / base));
  }

  /// The size of the pages as zlib compresses them.
  ///
  /// @param level 1 to 9
  private double zlib(int level) {
    return average(pages.stream().map(page -> Compression.zlib(page, level)).toList());
  }

  private static double average(List<byte[]> bodies) {
    return bodies.stream().mapToInt(body -> body.length).average().orElseThrow();
  }
}
