package org.marquee.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.marquee.listing.Position;
import org.marquee.listing.Window;
import org.marquee.v1.declaration.ErrorType;
import org.marquee.v1.declaration.Reason;
import org.marquee.v1.operation.Operations;

/// The guide in Markdown: a text with places for the values that come from the declarations, so
/// that both agree.
@NullMarked
final class GuideWriter {
  private static final String RESOURCE = "guide-template.md";

  private GuideWriter() {}

  /// The guide of this version of the program.
  static String written() {
    RecordedAnswers recorded = RecordedAnswers.read();
    String text = text();
    for (Map.Entry<String, String> place :
        Map.of(
                "programme",
                RecordedAnswers.shortened(found(recorded.answers(), "listProgramme")),
                "fault",
                RecordedAnswers.indented(found(recorded.faults(), "listFilms")),
                "limited",
                RecordedAnswers.indented(found(recorded.errors(), ErrorType.RATE_LIMITED.name())),
                "operations",
                operations(),
                "errors",
                errors(),
                "reasons",
                reasons(),
                "mostRecords",
                Integer.toString(Position.PAGE.most()),
                "longestWindowDays",
                Long.toString(Window.LONGEST.toDays()))
            .entrySet()) {
      text = text.replace("{{" + place.getKey() + "}}", place.getValue());
    }
    return text;
  }

  private static String operations() {
    return Operations.inEveryForm().stream()
        .map(each ->
            "| `%s` | %s%s |"
                .formatted(each.route(), each.summary(), each.extension() ? " (extension)" : ""))
        .collect(joining("\n", "| Path | What it does |\n|---|---|\n", ""));
  }

  private static String errors() {
    return Arrays.stream(ErrorType.values())
        .map(each -> "| %d | `%s` | %s |".formatted(each.status(), each.code(), each.description()))
        .collect(joining("\n", "| Status | `code` | When, and what to do |\n|---|---|---|\n", ""));
  }

  private static String reasons() {
    return Arrays.stream(Reason.values())
        .map(each -> "| `%s` | %s |".formatted(each.code(), each.description()))
        .collect(joining("\n", "| `reason` | What it means |\n|---|---|\n", ""));
  }

  private static Object found(Map<?, ?> all, String name) {
    return Objects.requireNonNull(all.get(name), name);
  }

  private static String text() {
    try (InputStream in = GuideWriter.class.getResourceAsStream(RESOURCE)) {
      return new String(Objects.requireNonNull(in, RESOURCE).readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
