package org.marquee.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `run.json`, which says what is in the folder of a kept run.
final class Manifest {
  static final String NAME = "run.json";
  private static final JsonMapper JSON = JsonMapper.shared();

  private Manifest() {}

  static void write(ArchivedRun kept) throws IOException {
    ObjectNode root = JSON.createObjectNode();
    root.put("run", kept.run());
    root.put("provider", kept.provider());
    root.put("observedAt", kept.observedAt().toString());
    root.put("format", kept.asThen().format());
    aide(root, "mapping", kept.folder(), kept.asThen().mapping(), kept.now().mapping());
    aide(root, "words", kept.folder(), kept.asThen().words(), kept.now().words());
    aide(root, "cinema", kept.folder(), kept.asThen().cinema(), kept.now().cinema());
    root.put("missingPostcode", kept.asThen().missingPostcode());
    root.put("venue", kept.cinema());
    root.put("most", kept.most());
    ArrayNode files = root.putArray("files");
    for (ArchivedRun.File file : kept.files()) {
      ObjectNode each = files.addObject();
      each.put("name", file.name());
      each.put("kept", file.kept());
      each.put("packed", file.packed());
      each.put("bytes", file.bytes());
      each.put("sha256", file.digest());
      ArchivedRun.Sent sent = file.sent();
      if (sent != null) {
        each.put("address", sent.address());
        each.put("fetchedAt", sent.fetchedAt().toString());
        each.put("etag", sent.etag());
        each.put("lastModified", sent.lastModified());
        each.put("contentType", sent.contentType());
      }
    }
    Files.writeString(
        kept.folder().resolve(NAME),
        JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root));
  }

  private static void aide(
      ObjectNode root, String role, Path folder, @Nullable Path then, @Nullable Path now) {
    if (then != null && now != null) {
      ObjectNode aide = root.putObject(role);
      aide.put("kept", folder.relativize(then).toString());
      aide.put("path", now.toString());
    }
  }

  /// @throws IOException if it cannot be read, or is none
  static ArchivedRun read(Path folder) throws IOException {
    try {
      JsonNode root = JSON.readTree(Files.readString(folder.resolve(NAME)));
      List<ArchivedRun.File> files = new ArrayList<>();
      for (JsonNode file : root.required("files")) {
        files.add(
            new ArchivedRun.File(
                file.required("name").asString(),
                file.required("kept").asString(),
                file.required("packed").asBoolean(),
                file.required("bytes").asLong(),
                file.required("sha256").asString(),
                sent(file)));
      }
      return new ArchivedRun(
          folder,
          root.required("run").asString(),
          root.required("provider").asString(),
          new ReadingOptions(
              text(root, "format"),
              copy(folder, root, "mapping"),
              copy(folder, root, "words"),
              copy(folder, root, "cinema"),
              text(root, "missingPostcode")),
          new ReadingOptions(
              text(root, "format"),
              path(root, "mapping"),
              path(root, "words"),
              path(root, "cinema"),
              text(root, "missingPostcode")),
          Instant.parse(root.required("observedAt").asString()),
          text(root, "venue"),
          root.required("most").asLong(),
          files);
    } catch (JacksonException | IllegalArgumentException | DateTimeException e) {
      throw new IOException(folder.resolve(NAME) + " is damaged", e);
    }
  }

  private static ArchivedRun.@Nullable Sent sent(JsonNode file) {
    String address = text(file, "address");
    return address == null
        ? null
        : new ArchivedRun.Sent(
            address,
            Instant.parse(file.required("fetchedAt").asString()),
            text(file, "etag"),
            text(file, "lastModified"),
            text(file, "contentType"));
  }

  private static @Nullable Path copy(Path folder, JsonNode root, String role) {
    String kept = text(root.path(role), "kept");
    return kept == null ? null : folder.resolve(kept);
  }

  private static @Nullable Path path(JsonNode root, String role) {
    String path = text(root.path(role), "path");
    return path == null ? null : Path.of(path);
  }

  private static @Nullable String text(JsonNode node, String name) {
    JsonNode value = node.path(name);
    return value.isString() ? value.asString() : null;
  }
}
