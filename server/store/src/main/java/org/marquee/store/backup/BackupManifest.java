package org.marquee.store.backup;

import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.marquee.json.JsonObject;
import org.marquee.json.JsonTree;
import org.marquee.json.ReadObject;
import org.marquee.listing.Revision;

/// What is in a backup (docs/backup.md, "The file").
///
/// @param madeAt when the backup was begun
/// @param program the version of the program that made it
/// @param files how many files of the home it has
public record BackupManifest(
    Instant madeAt,
    String program,
    Origin origin,
    List<Table> tables,
    List<Sequence> sequences,
    long files) {
  /// The last entry of the file.
  static final String NAME = "manifest.json";

  private static final String FORMAT = "marquee-backup";

  /// 1 was that of programs before 0.1.0, 2 that of builds with other migrations.
  private static final int VERSION = 3;

  private static final int OF_OLDER_BUILDS = 2;

  public BackupManifest {
    tables = List.copyOf(tables);
    sequences = List.copyOf(sequences);
  }

  /// Where it is from.
  ///
  /// @param schema the newest migration of the tables; 0: those of an older build, which had
  ///   migrations of its own
  /// @param postgresql the version of the server
  /// @param revision the state of the data
  public record Origin(int schema, String postgresql, Revision revision) {}

  /// A table.
  ///
  /// @param columns those that are stored, not generated, in the order of the rows
  /// @param bytes of its rows as text
  /// @param sha256 of these bytes, in hexadecimal digits
  public record Table(String name, List<String> columns, long rows, long bytes, String sha256) {
    public Table {
      columns = List.copyOf(columns);
    }
  }

  /// The state of a sequence.
  ///
  /// @param value the last one, or the first where there was none
  /// @param called whether the value was given out
  public record Sequence(String name, long value, boolean called) {}

  /// The rows of all tables together.
  public long rows() {
    return tables.stream().mapToLong(Table::rows).sum();
  }

  /// The manifest in short, as commands print it.
  public JsonObject summary() {
    return JsonObject.of("madeAt", madeAt)
        .with("revision", origin.revision().number())
        .with("rows", rows())
        .with("tables", tables.size())
        .with("files", files);
  }

  byte[] toJson() {
    Revision revision = origin.revision();
    return JsonObject.of("format", FORMAT)
        .with("version", VERSION)
        .with("program", program)
        .with("madeAt", madeAt)
        .with("schema", origin.schema())
        .with("postgresql", origin.postgresql())
        .with(
            "revision",
            JsonObject.of("epoch", revision.epoch().toString())
                .with("number", revision.number())
                .with("mark", revision.mark().toString()))
        .with("files", files)
        .withAll(
            "tables",
            tables,
            each ->
                JsonObject.of("name", each.name())
                    .with("columns", each.columns())
                    .with("rows", each.rows())
                    .with("bytes", each.bytes())
                    .with("sha256", each.sha256()))
        .withAll(
            "sequences",
            sequences,
            each ->
                JsonObject.of("name", each.name())
                    .with("value", each.value())
                    .with("called", each.called()))
        .bytes();
  }

  /// @throws IOException if it is no manifest, or one of another format; the message says which
  static BackupManifest read(InputStream in) throws IOException {
    try {
      ReadObject all = ReadObject.of(JsonTree.read(in.readAllBytes()));
      if (!FORMAT.equals(all.text("format"))) {
        throw new IOException("it is not a backup of Marquee");
      }
      if (all.number("version") < OF_OLDER_BUILDS) {
        throw new IOException(
            "a Marquee before 0.1.0 made it, and this one does not read it. Restore it with that one, export there, and ingest here (docs/upgrading.md, \"From before 0.1.0\")");
      }
      if (all.number("version") > VERSION) {
        throw new IOException(
            "a newer Marquee made it (version %s). Restore it with that version"
                .formatted(all.text("program")));
      }
      ReadObject revision = all.object("revision");
      return new BackupManifest(
          Instant.parse(all.text("madeAt")),
          all.text("program"),
          new Origin(
              all.number("version") < VERSION ? 0 : (int) all.number("schema"),
              all.text("postgresql"),
              new Revision(
                  UUID.fromString(revision.text("epoch")),
                  revision.number("number"),
                  UUID.fromString(revision.text("mark")))),
          all.objects("tables").stream().map(BackupManifest::table).toList(),
          all.objects("sequences").stream().map(BackupManifest::sequence).toList(),
          all.number("files"));
    } catch (JsonTree.Malformed | IllegalArgumentException | DateTimeException e) {
      throw new IOException("its manifest cannot be read: " + e.getMessage(), e);
    }
  }

  private static Table table(ReadObject table) {
    return new Table(
        table.text("name"),
        table.texts("columns"),
        table.number("rows"),
        table.number("bytes"),
        table.text("sha256"));
  }

  private static Sequence sequence(ReadObject sequence) {
    return new Sequence(sequence.text("name"), sequence.number("value"), sequence.flag("called"));
  }
}
