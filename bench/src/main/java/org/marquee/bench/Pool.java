package org.marquee.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

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
  static Pool of(Home home, Contender server) throws Exception {
    return of(
        Questions.about(home).scattered(SCATTERED), Questions.about(home).mixed(ALL), home, server);
  }

  /// As above, of programmes: ten cinemas around a place with what they show on a day.
  static Pool ofProgrammes(Shape shape, Home home, Contender server) throws Exception {
    return of(List.of(), Questions.about(home).of(shape, ALL), home, server);
  }

  private static Pool of(List<String> scattered, List<String> all, Home home, Contender server)
      throws Exception {
    try (Client client = new Client(server.port(), home.key())) {
      List<byte[]> answers = new ArrayList<>();
      for (int number = 0; number < ALL; number++) {
        answers.add(client.body(Template.plain(all.get(number))));
        // Never asked before, so that it is compressed for this request. Its cursor is its own.
        client.compressed(Template.of(all.get(number), true).target(number));
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
        String target = Template.plain(all.get(number));
        client.compressed(target);
        // The second time it may come from the answers that are kept.
        compressed.add(client.compressed(target));
      }
      return new Pool(
          scattered,
          all,
          few.stream().map(all::get).toList(),
          few.stream().map(answers::get).toList(),
          compressed);
    }
  }

  /// Bytes of the few's bodies, on average.
  double size() {
    return average(pages);
  }

  /// The sizes of the few's bodies, by compressor.
  Table sizes() {
    double zlib = average(zlib(1));
    Table table = new Table("Body", "bytes, average of 200", "to zlib level 1");
    size(table, "plain", size(), zlib);
    size(table, "Marquee, gzip", average(compressed), zlib);
    size(table, "zlib level 1, gzip", zlib, zlib);
    size(table, "zlib level 6, gzip", average(zlib(6)), zlib);
    return table;
  }

  private static void size(Table table, String name, double bytes, double base) {
    table.row(name, "%,.0f".formatted(bytes), "%.2f".formatted(bytes / base));
  }

  /// The pages as zlib compresses them.
  ///
  /// @param level 1 to 9
  List<byte[]> zlib(int level) {
    return pages.stream().map(page -> Compression.zlib(page, level)).toList();
  }

  private static double average(List<byte[]> bodies) {
    return bodies.stream().mapToInt(body -> body.length).average().orElseThrow();
  }
}
