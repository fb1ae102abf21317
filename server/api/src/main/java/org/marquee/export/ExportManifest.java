package org.marquee.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonObject;
import org.marquee.json.JsonTree;
import org.marquee.listing.Revision;
import org.marquee.listing.SourceTerms;

/// What is in an export: the state that it shows, and its files with their checksums.
///
/// @param revision the state of the data
/// @param madeAt when the export was begun
/// @param program the version that made it
/// @param terms attribution and licence, by provider
public record ExportManifest(
    Revision revision,
    Instant madeAt,
    String program,
    List<Entry> files,
    SortedMap<String, SourceTerms> terms) {
  /// The file that it is written to, beside those that it lists.
  public static final String NAME = "manifest.json";

  private static final String FORMAT = "marquee-export";
  private static final int VERSION = 1;

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
  public JsonObject json() {
    JsonObject json =
        JsonObject.of("format", FORMAT)
            .with("version", VERSION)
            .with("program", program)
            .with("madeAt", madeAt)
            .with(
                "revision",
                JsonObject.of("epoch", revision.epoch().toString())
                    .with("number", revision.number()))
            .withAll(
                "files",
                files,
                file ->
                    JsonObject.of("name", file.name())
                        .with("list", file.list())
                        .with("records", file.records())
                        .with("bytes", file.bytes())
                        .with("sha256", file.sha256()));
    return terms.isEmpty()
        ? json
        : json.withAll(
            "sources",
            terms.entrySet(),
            each ->
                JsonObject.of("provider", each.getKey())
                    .with("attribution", json(each.getValue().attribution()))
                    .with("licence", json(each.getValue().licence())));
  }

  private static @Nullable JsonObject json(SourceTerms.@Nullable Mention mention) {
    return mention == null
        ? null
        : JsonObject.of("text", mention.text()).with("url", mention.url());
  }

  /// Whether a folder is an export: it has a manifest of ours.
  static boolean isIn(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try {
      Map<String, @Nullable Object> manifest =
          JsonTree.object(JsonTree.read(Files.readAllBytes(file)));
      return manifest != null && FORMAT.equals(manifest.get("format"));
    } catch (JsonTree.Malformed _) {
      return false;
    }
  }
}
