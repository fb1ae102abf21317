package org.marquee.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// What pages are measured with: many questions, and two hundred of them that are as large as they
/// are.
///
/// @param all what is asked when no question may be one asked before
/// @param few what is asked again and again
/// @param pages the answers to the few
record Pool(List<String> all, List<String> few, List<byte[]> pages) {
  private static final int ALL = 4_000;
  private static final int FEW = 200;

  /// Asks all of them once.
  static Pool of(Home home, Contender server) throws Exception {
    return of(Questions.about(home).mixed(ALL), home, server);
  }

  /// As above, of programmes: ten cinemas around a place with what they show on a day.
  static Pool ofProgrammes(Home home, Contender server) throws Exception {
    return of(Questions.about(home).of(Shape.PROGRAMME, ALL), home, server);
  }

  private static Pool of(List<String> all, Home home, Contender server) throws Exception {
    List<byte[]> answers = new ArrayList<>();
    try (Client client = new Client(server.port(), home.key())) {
      for (String question : all) {
        answers.add(client.body(Template.plain(question)));
      }
    }
    // One of every twenty, by size: the same sizes, in the same proportions.
    List<Integer> bySize =
        IntStream.range(0, ALL)
            .boxed()
            .sorted(Comparator.comparingInt(number -> answers.get(number).length))
            .toList();
    List<Integer> few =
        IntStream.range(0, FEW).mapToObj(n -> bySize.get(n * (ALL / FEW) + ALL / FEW / 2)).toList();
    return new Pool(
        all, few.stream().map(all::get).toList(), few.stream().map(answers::get).toList());
  }

  /// Bytes of the few's bodies, on average.
  double size() {
    return pages.stream().mapToInt(page -> page.length).average().orElseThrow();
  }
}
