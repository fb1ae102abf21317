package org.marquee.notice;

import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.listing.Timestamps;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/// Writes a report as JSON, in the shape of docs/reports.md. Absent values are left out.
public final class JsonReport {
  private static final JsonFactory JSON =
      JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

  private final JsonGenerator json;

  private JsonReport(JsonGenerator json) {
    this.json = json;
  }

  /// Writes `report` as one line without its end; `out` stays open.
  public static void write(Report report, Writer out) throws IOException {
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
      new JsonReport(json).report(report);
    } catch (JacksonIOException e) {
      throw e.getCause();
    }
  }

  private void report(Report report) {
    json.writeStartObject();
    text("run", report.run());
    text("provider", report.provider());
    text("format", report.format());
    array(
        "files",
        report.files(),
        file -> {
          text("name", file.name());
          number("bytes", file.bytes());
        });
    time("startedAt", report.startedAt());
    time("endedAt", report.endedAt());
    object("verdict", () -> verdict(report.verdict()));
    text("mode", report.mode());
    time("observedAt", report.observedAt());
    text("result", report.result().word());
    if (report.revision() != null) {
      number("revision", report.revision());
    }
    Notice refusal = report.refusal();
    if (refusal != null) {
      object(
          "refusal",
          () -> {
            code(refusal.code());
            found(refusal);
          });
    }
    object("lines", () -> lines(report.tally()));
    array("programmes", report.programmes(), this::programme);
    array(
        "unknownLabels",
        report.unknownLabels(),
        label -> {
          text("label", label.read());
          number("count", label.times());
          text("place", label.place());
        });
    array(
        "notices",
        report.notices(),
        group -> {
          code(group.code());
          number("count", group.count());
          array("examples", group.firstExamples(), this::found);
        });
    json.writeEndObject();
  }

  private void verdict(ImportVerdict verdict) {
    text("level", verdict.level().word());
    text("sentence", verdict.sentence());
    number("published", verdict.published());
    number("listed", verdict.listed());
  }

  private void lines(RowCounts tally) {
    for (Kind kind : Kind.values()) {
      object(kind.word(), () -> counts(tally.of(kind), tally.unlisted(kind)));
    }
    number("unknown", tally.unknown());
    object("total", () -> counts(tally.total(), tally.allUnlisted()));
  }

  private void counts(RowCounts.Counts counts, long unlisted) {
    number("read", counts.read());
    for (RowOutcome fate : RowOutcome.ALL) {
      number(fate.member(), fate.of(counts));
    }
    number("noLongerListed", unlisted);
  }

  private void programme(CinemaProgramme programme) {
    text("cinema", programme.cinema());
    text("name", programme.name());
    text("kept", programme.kept());
    object("before", () -> extent(programme.before()));
    object("after", () -> extent(programme.after()));
    array(
        "days",
        programme.days(),
        day -> {
          text("date", day.date().toString());
          number("before", day.before());
          number("after", day.after());
        });
  }

  private void extent(CinemaProgramme.Extent extent) {
    number("showtimes", extent.showtimes());
    start("first", extent.first());
    start("last", extent.last());
  }

  private void start(String name, CinemaProgramme.@Nullable Start start) {
    text(name, start == null ? null : Timestamps.write(start.instant(), start.offsetMinutes()));
  }

  private void code(Code code) {
    text("code", code.name());
    text("severity", code.severity().name());
    text("title", code.title());
    text("consequence", code.consequence());
  }

  private void found(Notice notice) {
    textUnlessEmpty("place", notice.place());
    textUnlessEmpty("read", notice.read());
    textUnlessEmpty("detail", notice.detail());
  }

  private void object(String name, Runnable members) {
    json.writeObjectPropertyStart(name);
    members.run();
    json.writeEndObject();
  }

  private <T> void array(String name, List<T> items, Consumer<T> members) {
    json.writeArrayPropertyStart(name);
    for (T item : items) {
      json.writeStartObject();
      members.accept(item);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void textUnlessEmpty(String name, String text) {
    text(name, text.isEmpty() ? null : text);
  }

  private void time(String name, @Nullable Instant time) {
    text(name, time == null ? null : Timestamps.write(time));
  }

  private void text(String name, @Nullable String text) {
    if (text != null) {
      json.writeStringProperty(name, text);
    }
  }

  private void number(String name, long number) {
    json.writeNumberProperty(name, number);
  }
}
