package org.marquee.export;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.marquee.listing.Revision;
import org.marquee.listing.Timestamps;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// What is in an export: the state that it shows, and its files with their checksums.
///
/// @param revision the state of the data
/// @param madeAt when the export was begun
/// @param program the version that made it
public record ExportManifest(Revision revision, Instant madeAt, String program, List<Entry> files) {
  /// The file that it is written to, beside those that it lists.
  public static final String NAME = "manifest.json";

  private static final String FORMAT = "marquee-export";
  private static final int VERSION = 1;
  private static final JsonFactory JSON = new JsonFactory();

  public ExportManifest {
    files = List.copyOf(files);
  }

  /// One file.
  ///
  /// @param list whose records it has: `showtimes`
  /// @param bytes of the file
  /// @param sha256 of the file, in hexadecimal digits
  public record Entry(String name, String list, long records, long bytes, String sha256) {}

  /// As JSON.
  byte[] toJson() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json =
        JSON.createGenerator(ObjectWriteContext.empty(), bytes, JsonEncoding.UTF8)) {
      json.writeStartObject();
      json.writeStringProperty("format", FORMAT);
      json.writeNumberProperty("version", VERSION);
      json.writeStringProperty("program", program);
      json.writeStringProperty("madeAt", Timestamps.write(madeAt));
      json.writeObjectPropertyStart("revision");
      json.writeStringProperty("epoch", revision.epoch().toString());
      json.writeNumberProperty("number", revision.number());
      json.writeEndObject();
      json.writeArrayPropertyStart("files");
      for (Entry file : files) {
        json.writeStartObject();
        json.writeStringProperty("name", file.name());
        json.writeStringProperty("list", file.list());
        json.writeNumberProperty("records", file.records());
        json.writeNumberProperty("bytes", file.bytes());
        json.writeStringProperty("sha256", file.sha256());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  /// Whether a folder is an export: it has a manifest of ours.
  static boolean isIn(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (JsonParser json =
        JSON.createParser(
            ObjectReadContext.empty(), new ByteArrayInputStream(Files.readAllBytes(file)))) {
      return json.nextToken() == JsonToken.START_OBJECT
          && json.nextToken() == JsonToken.PROPERTY_NAME
          && json.currentName().equals("format")
          && json.nextToken() == JsonToken.VALUE_STRING
          && json.getString().equals(FORMAT);
    } catch (JacksonException _) {
      return false;
    }
  }
}
