package org.marquee.contract;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.marquee.listing.Page;
import org.marquee.listing.Window;
import org.marquee.v1.declaration.ErrorType;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.Reason;
import org.marquee.v1.operation.Operations;

/// The values that the guide takes from the declarations, so that both agree.
///
/// @param programme a recorded answer about what is on, in JSON, with one film and one showtime
/// @param fault a recorded answer of 400, in JSON
/// @param limited a recorded answer of 429, in JSON
/// @param longestWindowDays of a list of showtimes
/// @param mostRecords on a page of most lists
record Guide(
    List<Operation> operations,
    List<ErrorType> errors,
    List<Reason> reasons,
    String programme,
    String fault,
    String limited,
    long longestWindowDays,
    int mostRecords) {
  Guide {
    operations = List.copyOf(operations);
    errors = List.copyOf(errors);
    reasons = List.copyOf(reasons);
  }

  /// The guide of this version of the program.
  static Guide written() {
    RecordedAnswers recorded = RecordedAnswers.read();
    return new Guide(
        Operations.inEveryForm(),
        List.of(ErrorType.values()),
        List.of(Reason.values()),
        DocumentText.indentedJson(shortened(found(recorded.answers(), "listProgramme"))),
        DocumentText.indentedJson(found(recorded.faults(), "listFilms")),
        DocumentText.indentedJson(found(recorded.errors(), ErrorType.RATE_LIMITED.name())),
        Window.LONGEST.toDays(),
        Page.LIMIT.most());
  }

  /// Markdown without its marks of code.
  String plain(String markdown) {
    return markdown.replace("`", "");
  }

  private static Object found(Map<?, ?> all, String name) {
    return Objects.requireNonNull(all.get(name), name);
  }

  /// The answer with one element in each list.
  private static Object shortened(Object value) {
    return switch (value) {
      case Map<?, ?> members -> {
        Map<Object, Object> shortened = new LinkedHashMap<>();
        members.forEach(
            (name, member) -> shortened.put(name, member == null ? null : shortened(member)));
        yield shortened;
      }
      case List<?> elements -> elements.stream().limit(1).map(Guide::shortened).toList();
      default -> value;
    };
  }
}
