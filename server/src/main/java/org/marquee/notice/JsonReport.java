package org.marquee.notice;

import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
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
    json.writeName("files");
    json.writeStartArray();
    for (Report.SourceFile file : report.files()) {
      json.writeStartObject();
      text("name", file.name());
      number("bytes", file.bytes());
      json.writeEndObject();
    }
    json.writeEndArray();
    time("startedAt", report.startedAt());
    time("endedAt", report.endedAt());
    verdict(report.verdict());
    text("mode", report.mode());
    time("observedAt", report.observedAt());
    text("result", report.result().word());
    if (report.revision() != null) {
      number("revision", report.revision());
    }
    if (report.refusal() != null) {
      json.writeName("refusal");
      notice(report.refusal());
    }
    lines(report.tally());
    programmes(report);
    labels(report);
    notices(report);
    json.writeEndObject();
  }

  private void verdict(ImportVerdict verdict) {
    json.writeName("verdict");
    json.writeStartObject();
    text("level", verdict.level().word());
    text("sentence", verdict.sentence());
    number("published", verdict.published());
    number("listed", verdict.listed());
    json.writeEndObject();
  }

  private void lines(RowCounts tally) {
    json.writeName("lines");
    json.writeStartObject();
    for (Kind kind : Kind.values()) {
      json.writeName(kind.word());
      counts(tally.of(kind), tally.unlisted(kind));
    }
    number("unknown", tally.unknown());
    json.writeName("total");
    counts(tally.total(), tally.allUnlisted());
    json.writeEndObject();
  }

  private void counts(RowCounts.Counts counts, long unlisted) {
    json.writeStartObject();
    number("read", counts.read());
    for (RowOutcome fate : RowOutcome.ALL) {
      number(fate.member(), fate.of(counts));
    }
    number("noLongerListed", unlisted);
    json.writeEndObject();
  }

  private void programmes(Report report) {
    json.writeName("programmes");
    json.writeStartArray();
    for (CinemaProgramme programme : report.programmes()) {
      json.writeStartObject();
      text("cinema", programme.cinema());
      text("name", programme.name());
      text("kept", programme.kept());
      extent("before", programme.before());
      extent("after", programme.after());
      json.writeName("days");
      json.writeStartArray();
      for (CinemaProgramme.Day day : programme.days()) {
        json.writeStartObject();
        text("date", day.date().toString());
        number("before", day.before());
        number("after", day.after());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void extent(String name, CinemaProgramme.Extent extent) {
    json.writeName(name);
    json.writeStartObject();
    number("showtimes", extent.showtimes());
    start("first", extent.first());
    start("last", extent.last());
    json.writeEndObject();
  }

  private void start(String name, CinemaProgramme.@Nullable Start start) {
    text(name, start == null ? null : Timestamps.write(start.instant(), start.offsetMinutes()));
  }

  private void labels(Report report) {
    json.writeName("unknownLabels");
    json.writeStartArray();
    for (Notice label : report.unknownLabels()) {
      json.writeStartObject();
      text("label", label.read());
      number("count", label.times());
      text("place", label.place());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void notices(Report report) {
    json.writeName("notices");
    json.writeStartArray();
    for (Notices.Group group : report.notices()) {
      json.writeStartObject();
      code(group.code());
      number("count", group.count());
      json.writeName("examples");
      json.writeStartArray();
      for (Notice example : group.firstExamples()) {
        json.writeStartObject();
        found(example);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void notice(Notice notice) {
    json.writeStartObject();
    code(notice.code());
    found(notice);
    json.writeEndObject();
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

  private void textUnlessEmpty(String name, String text) {
    text(name, text.isEmpty() ? null : text);
  }

  private void time(String name, @Nullable Instant time) {
    text(name, time == null ? null : Timestamps.write(time));
  }

  private void text(String name, @Nullable String text) {
    if (text != null) {
      json.writeName(name);
      json.writeString(text);
    }
  }

  private void number(String name, long number) {
    json.writeName(name);
    json.writeNumber(number);
  }
}
