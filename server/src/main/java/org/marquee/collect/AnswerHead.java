package org.marquee.collect;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The head of an answer: its status, and its fields, whose names have no case.
final class AnswerHead {
  private final int status;
  private final Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  AnswerHead(int status) {
    this.status = status;
  }

  void add(String name, String value) {
    fields.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
  }

  int status() {
    return status;
  }

  /// The first field of this name.
  Optional<String> first(String name) {
    return fields.getOrDefault(name, List.of()).stream().findFirst();
  }

  /// Whether the body comes in chunks.
  ///
  /// @throws IOException if it comes in a way that nobody asked for
  boolean isChunked() throws IOException {
    List<String> codings = fields.getOrDefault("Transfer-Encoding", List.of());
    if (codings.isEmpty()) {
      return false;
    }
    if (codings.size() > 1 || !codings.getFirst().equalsIgnoreCase("chunked")) {
      throw new IOException("it sends in a transfer coding that nobody asked for");
    }
    return true;
  }

  /// How long the body is; negative where it ends with the connection.
  ///
  /// @throws IOException if the head contradicts itself
  long length() throws IOException {
    List<String> lengths =
        fields.getOrDefault("Content-Length", List.of()).stream().distinct().toList();
    if (lengths.isEmpty()) {
      return -1;
    }
    if (lengths.size() > 1 || !lengths.getFirst().matches("[0-9]{1,18}")) {
      throw new IOException("it does not say how long it is");
    }
    return Long.parseLong(lengths.getFirst());
  }
}
