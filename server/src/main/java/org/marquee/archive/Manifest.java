package org.marquee.archive;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.JsonDocument;
import org.marquee.feed.JsonValues;
import org.marquee.feed.Members;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.Value;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.JacksonIOException;

/// `run.json`, which describes the files in the folder of an archived run.
final class Manifest {
  static final String NAME = "run.json";

  private Manifest() {}

  static void write(ArchivedRun run) throws IOException {
    try (Writer out = Files.newBufferedWriter(run.folder().resolve(NAME));
        JsonGenerator json = JsonValues.JSON.createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeStartObject();
      json.writeStringProperty("run", run.run());
      json.writeStringProperty("provider", run.provider());
      json.writeStringProperty("observedAt", run.observedAt().toString());
      text(json, "format", run.asThen().format());
      copied(json, "mapping", run.folder(), run.asThen().mapping(), run.now().mapping());
      copied(json, "words", run.folder(), run.asThen().words(), run.now().words());
      copied(json, "cinema", run.folder(), run.asThen().cinema(), run.now().cinema());
      text(json, "missingPostcode", run.asThen().missingPostcode());
      text(json, "venue", run.cinema());
      json.writeNumberProperty("most", run.most());
      json.writeArrayPropertyStart("files");
      for (ArchivedRun.File file : run.files()) {
        file(json, file);
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (JacksonIOException e) {
      throw e.getCause();
    }
  }

  private static void file(JsonGenerator json, ArchivedRun.File file) {
    json.writeStartObject();
    json.writeStringProperty("name", file.name());
    json.writeStringProperty("kept", file.kept());
    json.writeBooleanProperty("packed", file.packed());
    json.writeNumberProperty("bytes", file.bytes());
    json.writeStringProperty("sha256", file.digest());
    ArchivedRun.Sent sent = file.sent();
    if (sent != null) {
      json.writeStringProperty("address", sent.address());
      json.writeStringProperty("fetchedAt", sent.fetchedAt().toString());
      text(json, "etag", sent.etag());
      text(json, "lastModified", sent.lastModified());
      text(json, "contentType", sent.contentType());
    }
    json.writeEndObject();
  }

  private static void text(JsonGenerator json, String name, @Nullable String text) {
    if (text != null) {
      json.writeStringProperty(name, text);
    }
  }

  /// A file of the operator's: its copy in the folder, and where it was.
  private static void copied(
      JsonGenerator json, String role, Path folder, @Nullable Path then, @Nullable Path now) {
    if (then != null && now != null) {
      json.writeObjectPropertyStart(role);
      json.writeStringProperty("kept", folder.relativize(then).toString());
      json.writeStringProperty("path", now.toString());
      json.writeEndObject();
    }
  }

  /// @throws IOException if it is missing or damaged
  static ArchivedRun read(Path folder) throws IOException {
    try (Reader in = Files.newBufferedReader(folder.resolve(NAME))) {
      Members root = object(JsonDocument.read(in, NAME).value());
      List<ArchivedRun.File> files = new ArrayList<>();
      for (Value file : items(root.ask("files"))) {
        files.add(file(object(file)));
      }
      String format = text(root, "format");
      String missingPostcode = text(root, "missingPostcode");
      Path mapping = copy(folder, root, "mapping");
      Path words = copy(folder, root, "words");
      Path cinema = copy(folder, root, "cinema");
      return new ArchivedRun(
          folder,
          required(root, "run"),
          required(root, "provider"),
          new ReadingOptions(format, mapping, words, cinema, missingPostcode),
          new ReadingOptions(
              format,
              path(root, "mapping"),
              path(root, "words"),
              path(root, "cinema"),
              missingPostcode),
          Instant.parse(required(root, "observedAt")),
          text(root, "venue"),
          number(root, "most"),
          files);
    } catch (UnreadableFeed | IllegalArgumentException | DateTimeException e) {
      throw new IOException(folder.resolve(NAME) + " is damaged", e);
    }
  }

  private static ArchivedRun.File file(Members file) {
    String address = text(file, "address");
    return new ArchivedRun.File(
        required(file, "name"),
        required(file, "kept"),
        file.ask("packed") instanceof Value.Flag(boolean packed) && packed,
        number(file, "bytes"),
        required(file, "sha256"),
        address == null
            ? null
            : new ArchivedRun.Sent(
                address,
                Instant.parse(required(file, "fetchedAt")),
                text(file, "etag"),
                text(file, "lastModified"),
                text(file, "contentType")));
  }

  private static @Nullable Path copy(Path folder, Members root, String role) {
    String kept = root.ask(role) instanceof Members file ? text(file, "kept") : null;
    return kept == null ? null : folder.resolve(kept);
  }

  private static @Nullable Path path(Members root, String role) {
    String path = root.ask(role) instanceof Members file ? text(file, "path") : null;
    return path == null ? null : Path.of(path);
  }

  private static Members object(Value value) {
    if (value instanceof Members members) {
      return members;
    }
    throw new IllegalArgumentException("not an object: " + value.shown());
  }

  private static List<Value> items(@Nullable Value value) {
    if (value instanceof Value.Items(List<Value> items)) {
      return items;
    }
    throw new IllegalArgumentException("a list is missing");
  }

  private static long number(Members members, String name) {
    if (members.ask(name) instanceof Value.Numeral(String digits, _)) {
      return Long.parseLong(digits);
    }
    throw new IllegalArgumentException(name + " is missing");
  }

  private static String required(Members members, String name) {
    String text = text(members, name);
    if (text == null) {
      throw new IllegalArgumentException(name + " is missing");
    }
    return text;
  }

  private static @Nullable String text(Members members, String name) {
    return members.ask(name) instanceof Value.Text(String text) ? text : null;
  }
}
