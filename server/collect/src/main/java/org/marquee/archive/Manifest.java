package org.marquee.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.StandIn;
import org.marquee.feed.StandIns;
import org.marquee.json.JsonObject;
import org.marquee.json.JsonTree;
import org.marquee.json.ReadObject;

/// `run.json`, which describes the files in the folder of an archived run.
final class Manifest {
  static final String NAME = "run.json";

  private Manifest() {}

  static void write(ArchivedRun run) throws IOException {
    Path folder = run.folder();
    ReadingOptions then = run.asThen();
    ReadingOptions now = run.now();
    JsonObject json =
        JsonObject.of("run", run.run())
            .with("provider", run.provider())
            .with("observedAt", run.observedAt())
            .with("format", then.format())
            .with("mapping", copied(folder, then.mapping(), now.mapping()))
            .with("words", copied(folder, then.words(), now.words()))
            .with("cinema", copied(folder, then.cinema(), now.cinema()))
            .with("most", run.most())
            .withAll("files", run.files(), Manifest::json);
    for (StandIn field : StandIn.values()) {
      json.with(field.member(), then.standIns().find(field));
    }
    Files.write(folder.resolve(NAME), json.bytes());
  }

  private static JsonObject json(ArchivedRun.File file) {
    JsonObject json =
        JsonObject.of("name", file.name())
            .with("kept", file.kept())
            .with("packed", file.packed())
            .with("bytes", file.bytes())
            .with("sha256", file.digest());
    ArchivedRun.Sent sent = file.sent();
    return sent == null
        ? json
        : json.with("address", sent.address())
            .with("fetchedAt", sent.fetchedAt())
            .with("etag", sent.etag())
            .with("lastModified", sent.lastModified())
            .with("contentType", sent.contentType())
            .with("openEnded", sent.openEnded() ? true : null);
  }

  /// A file of the operator's: its copy in the folder, and where it was; null where there is none.
  private static @Nullable JsonObject copied(Path folder, @Nullable Path then, @Nullable Path now) {
    return then == null || now == null
        ? null
        : JsonObject.of("kept", folder.relativize(then).toString()).with("path", now.toString());
  }

  /// @throws IOException if it is missing or damaged
  static ArchivedRun read(Path folder) throws IOException {
    try {
      ReadObject run = ReadObject.of(JsonTree.read(Files.readAllBytes(folder.resolve(NAME))));
      String format = run.findText("format");
      Map<StandIn, String> texts = new EnumMap<>(StandIn.class);
      for (StandIn field : StandIn.values()) {
        String text = run.findText(field.member());
        if (text != null) {
          texts.put(field, text);
        }
      }
      StandIns standIns = new StandIns(texts);
      return new ArchivedRun(
          folder,
          run.text("run"),
          run.text("provider"),
          new ReadingOptions(
              format,
              path(run, "mapping", "kept", folder),
              path(run, "words", "kept", folder),
              path(run, "cinema", "kept", folder),
              standIns),
          new ReadingOptions(
              format,
              path(run, "mapping", "path", folder),
              path(run, "words", "path", folder),
              path(run, "cinema", "path", folder),
              standIns),
          Instant.parse(run.text("observedAt")),
          run.number("most"),
          run.objects("files").stream().map(Manifest::file).toList());
    } catch (JsonTree.Malformed | IllegalArgumentException | DateTimeException e) {
      throw new IOException(folder.resolve(NAME) + " is damaged", e);
    }
  }

  private static ArchivedRun.File file(ReadObject file) {
    String address = file.findText("address");
    return new ArchivedRun.File(
        file.text("name"),
        file.text("kept"),
        file.flag("packed"),
        file.number("bytes"),
        file.text("sha256"),
        address == null
            ? null
            : new ArchivedRun.Sent(
                address,
                Instant.parse(file.text("fetchedAt")),
                file.findText("etag"),
                file.findText("lastModified"),
                file.findText("contentType"),
                Boolean.TRUE.equals(file.members().get("openEnded"))));
  }

  /// A file of the operator's: a path that is absolute, or within `folder`.
  private static @Nullable Path path(ReadObject run, String role, String member, Path folder) {
    ReadObject file = run.find(role);
    String path = file == null ? null : file.findText(member);
    return path == null ? null : folder.resolve(path);
  }
}
