package org.marquee.contract;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.NullMarked;
import org.marquee.json.JsonTree;
import org.marquee.v1.declaration.ErrorType;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Operation;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;

/// Answers that the service gave about the sample region, as examples. `RecordedAnswersTest`
/// records them.
///
/// @param answers bodies of 200, by the operation and the form ([#name])
/// @param faults bodies of 400, by the id of the operation
/// @param errors bodies of other errors, by the name of the error
@NullMarked
record RecordedAnswers(
    Map<String, Object> answers, Map<String, Object> faults, Map<String, Object> errors) {
  private static final String RESOURCE = "answers.yaml";

  private static final ObjectWriteContext INDENTED =
      new ObjectWriteContext.Base() {
        @Override
        public PrettyPrinter getPrettyPrinter() {
          return new DefaultPrettyPrinter(
              Separators.createDefaultInstance()
                  .withObjectNameValueSpacing(Separators.Spacing.AFTER)
                  .withArrayEmptySeparator(""));
        }
      };

  /// The name of an error of HTTP itself.
  static final String OTHER_ERROR = "OTHER";

  /// Reads those in the jar.
  static RecordedAnswers read() {
    try (InputStream in = RecordedAnswers.class.getResourceAsStream(RESOURCE)) {
      Object found =
          new Load(LoadSettings.builder().build())
              .loadFromInputStream(Objects.requireNonNull(in, RESOURCE));
      return new RecordedAnswers(
          section(found, "answers"), section(found, "faults"), section(found, "errors"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("unchecked") // all names in the file are strings
  private static Map<String, Object> section(Object file, String name) {
    return (Map<String, Object>) Objects.requireNonNull(((Map<?, ?>) file).get(name), name);
  }

  /// What the answer of 200 in some form is recorded under.
  static String name(Operation operation, MediaType form) {
    return form == MediaType.JSON ? operation.id() : operation.id() + " " + form.text();
  }

  /// The answer of 200 in some form; empty where none was recorded.
  Optional<Object> answer(Operation operation, MediaType form) {
    return Optional.ofNullable(answers.get(name(operation, form)));
  }

  /// The answer to a request with faults. The sample has no bulk files; their requests are refused
  /// as others that have no parameters.
  Optional<Object> fault(Operation operation) {
    return Optional.ofNullable(faults.getOrDefault(operation.id(), faults.get("getFilm")));
  }

  /// The answer with an error; empty where none was recorded.
  Optional<Object> error(ErrorType error) {
    return Optional.ofNullable(errors.get(error.name()));
  }

  /// The answer to a request that no operation gets; empty where none was recorded.
  Optional<Object> otherError() {
    return Optional.ofNullable(errors.get(OTHER_ERROR));
  }

  /// An answer as JSON for people, with one element in each list.
  static String shortened(Object answer) {
    return indented(firstOfEach(answer));
  }

  /// A value as JSON for people: a member a line.
  static String indented(Object value) {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = JsonTree.JSON.createGenerator(INDENTED, out)) {
      JsonTree.write(value, json);
    }
    return out.toString();
  }

  private static Object firstOfEach(Object value) {
    return switch (value) {
      case Map<?, ?> members -> {
        Map<Object, Object> shortened = new LinkedHashMap<>();
        members.forEach(
            (name, member) -> shortened.put(name, member == null ? null : firstOfEach(member)));
        yield shortened;
      }
      case List<?> elements ->
          elements.stream().limit(1).map(RecordedAnswers::firstOfEach).toList();
      default -> value;
    };
  }
}
