package org.marquee.bench;

import java.io.IOException;
import java.util.List;

/// A program that answers questions over HTTP, on the processor that answers.
interface Contender extends AutoCloseable {
  /// What it is called in tables; also the name of its files.
  String name();

  int port();

  /// What it asks of the machine: its own process and its database's.
  List<Long> processes() throws IOException;

  /// Where it answers the question of this number.
  default String target(int number, String question) {
    return question;
  }

  @Override
  void close();
}
