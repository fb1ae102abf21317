package org.marquee.admin;

import java.util.List;
import org.marquee.v1.declaration.RecordType;

/// The declaration of one operation of the socket: requests are read by it, and the document is
/// written from it.
///
/// @param id for programs that are generated: `putPlan`
/// @param path with names in braces: `/plans/{plan}`
/// @param input what a request may say: in the query of GET, else in the body
/// @param answer the type of `data`, or of its items where `shape` says so
/// @param summary in a sentence
record AdminOperation(
    String id,
    String method,
    String path,
    RecordType input,
    RecordType answer,
    Shape shape,
    String summary) {
  /// What `data` is.
  enum Shape {
    ONE,
    LIST
  }

  /// What became of a request.
  sealed interface Outcome {
    /// It is so now.
    record Done(Object data) implements Outcome {}

    /// It was made just now.
    record Made(Object data) implements Outcome {}

    /// There is none of this name.
    record Missing(String message) implements Outcome {}

    /// What is there is in the way.
    record Conflict(String message) implements Outcome {}

    /// It is faulty; the faults are with the request.
    record Refused() implements Outcome {}
  }

  /// The segments of the path, and the names in braces.
  List<String> segments() {
    return List.of(path.substring(1).split("/", -1));
  }

  boolean changes() {
    return !method.equals("GET");
  }

  boolean takesBody() {
    return changes() && !input.members().isEmpty();
  }
}
