package org.marquee.export;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.ingest.World;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.Sha256;
import org.marquee.store.read.PostgresChanges;
import org.marquee.store.run.PostgresTerms;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Everything as files (docs/exports.md).
@NullMarked
class ExportTest {
  private static final Instant NOW = Instant.parse("2026-11-22T07:00:00Z");

  private final World world = World.fresh();
  private final Export export =
      new Export(
          new PostgresChanges(world.database()),
          new PostgresTerms(world.database()),
          InstantSource.fixed(NOW),
          "test");
  private final Path folder;

  ExportTest(@TempDir Path temporary) {
    folder = temporary.resolve("listings");
    take("Solaris");
  }

  @AfterEach
  void close() {
    world.close();
  }

  private void take(String title) {
    world
        .full(
            Instant.now().toString(),
            """
            {"type":"cinema","externalId":"c","name":"Rex","timeZone":"Europe/London","location":{"countryCode":"GB","locality":"London","postcode":"N1"}}
            {"type":"film","externalId":"f","title":"%s"}
            {"type":"showtime","externalId":"old","film":"f","cinema":"c","startsAt":"2020-01-01T19:00"}
            {"type":"showtime","externalId":"new","film":"f","cinema":"c","startsAt":"2030-01-01T19:00"}\
            """
                .formatted(title))
        .rowCounts();
  }

  private List<String> names(Path of) throws IOException {
    try (Stream<Path> files = Files.list(of)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void an_export_has_every_list_in_each_form_with_checksums() throws IOException {
    ExportManifest manifest = export.write(folder, Compression.NONE);
    List<String> expected = new ArrayList<>(List.of("SHA256SUMS", "manifest.json"));
    for (String list :
        List.of("attributes", "chains", "cinemas", "films", "screens", "showtimes")) {
      expected.add(list + ".csv");
      expected.add(list + ".ndjson");
    }
    assertThat(names(folder)).containsExactlyInAnyOrderElementsOf(expected);
    JsonNode written = JsonMapper.shared().readTree(folder.resolve("manifest.json"));
    assertThat(written.get("madeAt").asString()).isEqualTo(NOW.toString());
    assertThat(written.get("program").asString()).isEqualTo("test");
    assertThat(written.at("/revision/number").asLong())
        .isEqualTo(world.listings().revision().number());
    String sums = Files.readString(folder.resolve("SHA256SUMS"));
    for (JsonNode file : written.get("files")) {
      byte[] bytes = Files.readAllBytes(folder.resolve(file.get("name").asString()));
      assertThat(file.get("bytes").asLong()).isEqualTo(bytes.length);
      String digest = HexFormat.of().formatHex(Sha256.of(bytes));
      assertThat(file.get("sha256").asString()).isEqualTo(digest);
      assertThat(sums).contains(digest + "  " + file.get("name").asString() + "\n");
      long lines = new String(bytes, UTF_8).lines().count();
      boolean csv = file.get("name").asString().endsWith(".csv");
      assertThat(file.get("records").asLong()).isEqualTo(csv ? lines - 1 : lines);
    }
    assertThat(manifest.files()).hasSize(12);
    assertThat(Files.readString(folder.resolve("showtimes.ndjson")))
        .contains("2020-01-01T19:00:00Z", "2030-01-01T19:00:00Z");
    assertThat(Files.readString(folder.resolve("films.csv")))
        .startsWith("id,title,durationMinutes,")
        .contains(",Solaris,");
  }

  @Test
  void the_next_export_takes_the_place_of_the_one_before() throws IOException {
    export.write(folder, Compression.NONE);
    take("Stalker");
    export.write(folder, Compression.GZIP);
    assertThat(names(folder)).contains("films.csv.gz").doesNotContain("films.csv");
    try (GZIPInputStream in =
        new GZIPInputStream(Files.newInputStream(folder.resolve("films.ndjson.gz")))) {
      assertThat(new String(in.readAllBytes(), UTF_8)).contains("Stalker");
    }
    assertThat(names(parent())).containsExactly("listings");
  }

  @Test
  void an_export_that_fails_or_is_killed_leaves_the_one_before() throws IOException {
    export.write(folder, Compression.NONE);
    String before = Files.readString(folder.resolve("SHA256SUMS"));
    take("Stalker");
    world.database().close();
    assertThatThrownBy(() -> export.write(folder, Compression.NONE))
        .isInstanceOf(ListingsUnavailable.class);
    assertThat(Files.readString(folder.resolve("SHA256SUMS"))).isEqualTo(before);
    assertThat(names(parent())).containsExactly("listings");
  }

  @Test
  void what_a_killed_export_left_is_cleared_away() throws IOException {
    export.write(folder, Compression.NONE);
    // Killed while it wrote, and killed between the two renames.
    Files.createDirectory(folder.resolveSibling(".listings.next"));
    Files.writeString(folder.resolveSibling(".listings.next").resolve("films.csv"), "half");
    Files.move(folder, folder.resolveSibling(".listings.old"));
    export.write(folder, Compression.NONE);
    assertThat(names(parent())).containsExactly("listings");
    assertThat(Files.readString(folder.resolve("films.csv"))).contains("Solaris");
  }

  @Test
  void what_is_not_an_export_is_not_touched() throws IOException {
    Files.createDirectory(folder);
    Files.writeString(folder.resolve("thesis.txt"), "years of work");
    assertThatThrownBy(() -> export.write(folder, Compression.NONE))
        .hasMessageContaining("Name an empty or a new folder");
    Files.writeString(folder.resolve("manifest.json"), "{\"name\":\"an app\"}");
    assertThatThrownBy(() -> export.write(folder, Compression.NONE))
        .hasMessageContaining("Name an empty or a new folder");
    assertThat(names(folder)).containsExactly("manifest.json", "thesis.txt");
    assertThatThrownBy(() -> export.write(folder.resolve("thesis.txt"), Compression.NONE))
        .hasMessageContaining("is a file");
    Files.delete(folder.resolve("manifest.json"));
    Files.delete(folder.resolve("thesis.txt"));
    export.write(folder, Compression.NONE);
    assertThat(names(folder)).contains("manifest.json");
  }

  private Path parent() {
    return Objects.requireNonNull(folder.getParent());
  }
}
