package org.marquee.notice;

import java.io.IOException;
import java.io.Writer;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonObject;
import org.marquee.listing.Kind;
import org.marquee.listing.Timestamps;

/// Writes a report as JSON, in the shape of docs/reports.md. Absent values are left out.
public final class JsonReport {
  private JsonReport() {}

  /// Writes `report` as one line without its end; `out` stays open.
  public static void write(Report report, Writer out) throws IOException {
    out.write(json(report).toString());
  }

  private static JsonObject json(Report report) {
    Notice refusal = report.refusal();
    return new JsonObject()
        .with("run", report.run())
        .with("provider", report.provider())
        .with("format", report.format())
        .withAll(
            "files",
            report.files(),
            file -> JsonObject.of("name", file.name()).with("bytes", file.bytes()))
        .with("startedAt", report.startedAt())
        .with("endedAt", report.endedAt())
        .with("verdict", json(report.verdict()))
        .with("mode", report.mode())
        .with("observedAt", report.observedAt())
        .with("result", report.result().word())
        .with("revision", report.revision())
        .with("refusal", refusal == null ? null : added(refusal, json(refusal.code())))
        .with("lines", lines(report.rowCounts()))
        .withAll("programmes", report.programmes(), JsonReport::json)
        .withAll(
            "unknownLabels",
            report.unknownLabels(),
            label ->
                JsonObject.of("label", label.read())
                    .with("count", label.times())
                    .with("place", label.place()))
        .withAll(
            "notices",
            report.notices(),
            group ->
                json(group.code())
                    .with("count", group.count())
                    .withAll(
                        "examples",
                        group.firstExamples(),
                        notice -> added(notice, new JsonObject())));
  }

  private static JsonObject json(ImportVerdict verdict) {
    return JsonObject.of("level", verdict.level().word())
        .with("sentence", verdict.sentence())
        .with("published", verdict.published())
        .with("listed", verdict.listed());
  }

  private static JsonObject lines(RowCounts rowCounts) {
    JsonObject lines = new JsonObject();
    for (Kind kind : Kind.values()) {
      lines.with(kind.word(), json(rowCounts.of(kind), rowCounts.unlisted(kind)));
    }
    return lines
        .with("unknown", rowCounts.unknown())
        .with("total", json(rowCounts.total(), rowCounts.allUnlisted()));
  }

  private static JsonObject json(RowCounts.Counts counts, long unlisted) {
    JsonObject json = JsonObject.of("read", counts.read());
    for (RowOutcome outcome : RowOutcome.ALL) {
      json.with(outcome.member(), outcome.of(counts));
    }
    return json.with("noLongerListed", unlisted);
  }

  private static JsonObject json(CinemaProgramme programme) {
    return JsonObject.of("cinema", programme.cinema())
        .with("name", programme.name())
        .with("kept", programme.kept())
        .with("before", json(programme.before()))
        .with("after", json(programme.after()))
        .withAll(
            "days",
            programme.days(),
            day ->
                JsonObject.of("date", day.date().toString())
                    .with("before", day.before())
                    .with("after", day.after()));
  }

  private static JsonObject json(CinemaProgramme.Extent extent) {
    return JsonObject.of("showtimes", extent.showtimes())
        .with("first", text(extent.first()))
        .with("last", text(extent.last()));
  }

  private static @Nullable String text(CinemaProgramme.@Nullable Start start) {
    return start == null ? null : Timestamps.write(start.instant(), start.offsetMinutes());
  }

  private static JsonObject json(Code code) {
    return JsonObject.of("code", code.name())
        .with("severity", code.severity().name())
        .with("title", code.title())
        .with("consequence", code.consequence());
  }

  private static JsonObject added(Notice notice, JsonObject json) {
    return json.with("place", unlessEmpty(notice.place()))
        .with("read", unlessEmpty(notice.read()))
        .with("detail", unlessEmpty(notice.detail()));
  }

  private static @Nullable String unlessEmpty(String text) {
    return text.isEmpty() ? null : text;
  }
}
