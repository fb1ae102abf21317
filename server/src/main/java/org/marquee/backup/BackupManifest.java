package org.marquee.backup;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
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

/// What is in a backup (docs/backup.md, "The file").
///
/// @param madeAt when the backup was begun
/// @param program the version of the program that made it
/// @param files how many files of the home it has
public record BackupManifest(
    Instant madeAt,
    String program,
    TableSource.Origin origin,
    List<Table> tables,
    List<StoredSequence> sequences,
    long files) {
  /// The last entry of the file.
  static final String NAME = "manifest.json";

  private static final String FORMAT = "marquee-backup";
  private static final int VERSION = 1;
  private static final JsonFactory JSON = new JsonFactory();

  public BackupManifest {
    tables = List.copyOf(tables);
    sequences = List.copyOf(sequences);
  }

  /// A table in the backup.
  ///
  /// @param bytes of its rows as text
  /// @param sha256 of these bytes, in hexadecimal digits
  public record Table(StoredTable table, long rows, long bytes, String sha256) {}

  /// The rows of all tables together.
  public long rows() {
    return tables.stream().mapToLong(Table::rows).sum();
  }

  byte[] toJson() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json =
        JSON.createGenerator(ObjectWriteContext.empty(), bytes, JsonEncoding.UTF8)) {
      json.writeStartObject();
      json.writeStringProperty("format", FORMAT);
      json.writeNumberProperty("version", VERSION);
      json.writeStringProperty("program", program);
      json.writeStringProperty("madeAt", Timestamps.write(madeAt));
      json.writeNumberProperty("schema", origin.schema());
      json.writeStringProperty("postgresql", origin.postgresql());
      json.writeObjectPropertyStart("revision");
      json.writeStringProperty("epoch", origin.revision().epoch().toString());
      json.writeNumberProperty("number", origin.revision().number());
      json.writeStringProperty("mark", origin.revision().mark().toString());
      json.writeEndObject();
      json.writeNumberProperty("files", files);
      json.writeArrayPropertyStart("tables");
      tables.forEach(table -> write(json, table));
      json.writeEndArray();
      json.writeArrayPropertyStart("sequences");
      for (StoredSequence sequence : sequences) {
        json.writeStartObject();
        json.writeStringProperty("name", sequence.name());
        json.writeNumberProperty("value", sequence.value());
        json.writeBooleanProperty("called", sequence.called());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  private static void write(JsonGenerator json, Table table) {
    json.writeStartObject();
    json.writeStringProperty("name", table.table().name());
    json.writeArrayPropertyStart("columns");
    table.table().columns().forEach(json::writeString);
    json.writeEndArray();
    json.writeNumberProperty("rows", table.rows());
    json.writeNumberProperty("bytes", table.bytes());
    json.writeStringProperty("sha256", table.sha256());
    json.writeEndObject();
  }

  /// @throws IOException if it is no manifest, or one of a newer format; the message says which
  static BackupManifest read(InputStream in) throws IOException {
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), in)) {
      parser.nextToken();
      Members all = new Members(value(parser));
      if (!FORMAT.equals(all.text("format"))) {
        throw new IOException("it is not a backup of Marquee");
      }
      if (all.number("version") > VERSION) {
        throw new IOException(
            "a newer Marquee made it (version %s). Restore it with that version"
                .formatted(all.text("program")));
      }
      Members revision = new Members(all.get("revision"));
      return new BackupManifest(
          Instant.parse(all.text("madeAt")),
          all.text("program"),
          new TableSource.Origin(
              (int) all.number("schema"),
              all.text("postgresql"),
              new Revision(
                  UUID.fromString(revision.text("epoch")),
                  revision.number("number"),
                  UUID.fromString(revision.text("mark")))),
          all.list("tables").stream().map(BackupManifest::table).toList(),
          all.list("sequences").stream().map(BackupManifest::sequence).toList(),
          all.number("files"));
    } catch (JacksonException
        | ClassCastException
        | IllegalArgumentException
        | DateTimeException e) {
      throw new IOException("its manifest cannot be read: " + e.getMessage(), e);
    }
  }

  private static Table table(Object value) {
    Members table = new Members(value);
    List<String> columns = table.list("columns").stream().map(String.class::cast).toList();
    return new Table(
        new StoredTable(table.text("name"), columns),
        table.number("rows"),
        table.number("bytes"),
        table.text("sha256"));
  }

  private static StoredSequence sequence(Object value) {
    Members sequence = new Members(value);
    return new StoredSequence(
        sequence.text("name"), sequence.number("value"), (boolean) sequence.get("called"));
  }

  /// The members of an object, each of which must be there and of its type.
  private record Members(Object object) {
    Object get(String name) {
      @Nullable Object value = ((Map<?, ?>) object).get(name);
      if (value == null) {
        throw new IllegalArgumentException("it has no " + name);
      }
      return value;
    }

    String text(String name) {
      return (String) get(name);
    }

    long number(String name) {
      return (long) get(name);
    }

    List<?> list(String name) {
      return (List<?>) get(name);
    }
  }

  private static Object value(JsonParser parser) {
    JsonToken token = parser.currentToken();
    return switch (token) {
      case START_OBJECT -> {
        Map<String, Object> members = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
          String name = parser.currentName();
          parser.nextToken();
          members.put(name, value(parser));
        }
        yield members;
      }
      case START_ARRAY -> {
        List<Object> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          elements.add(value(parser));
        }
        yield elements;
      }
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case null, default -> throw new IllegalArgumentException("it ends, or has " + token);
    };
  }
}
