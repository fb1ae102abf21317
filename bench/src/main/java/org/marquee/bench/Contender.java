package org.marquee.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A program that answers questions over HTTP, on the processor that answers.
interface Contender extends AutoCloseable {
  /// Where they have their files and logs.
  Path WORK = Path.of("bench", "target", "work").toAbsolutePath();

  /// Its name in tables and of its files.
  String name();

  int port();

  /// Its processes: its own and its database's.
  List<Long> processes() throws IOException;

  /// The target of the question with this number.
  default String target(int number, String question) {
    return question;
  }

  @Override
  void close();
}
