package org.marquee.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.feed.StandIns;
import org.marquee.fetch.Fetching;
import org.marquee.retention.RetentionLimit;

@NullMarked
class RawInputArchiveTest {
  private static final String RUN = "20260101T000000Z-0000000a";
  private static final ReadingOptions LOOKED_AT =
      new ReadingOptions(null, null, null, null, StandIns.NONE);

  @TempDir Path home = Path.of("");

  @Test
  void an_archived_run_is_found_with_its_options() throws IOException {
    Path mapping = Files.writeString(home.resolve("m.yaml"), "mapping");
    Path feed = Files.writeString(home.resolve("feed.csv"), "a,b\n".repeat(1000));
    try (ArchivedRunDraft deposit = new RawInputArchive(home).begin(RUN)) {
      deposit.copy("feed.csv", feed);
      deposit.seal(
          "p",
          new ReadingOptions("csv", mapping, null, null, StandIns.NONE),
          Instant.EPOCH,
          1 << 20);
    }
    Files.delete(feed);
    Files.writeString(mapping, "another");
    ArchivedRun kept = new RawInputArchive(home).archived(RUN).orElseThrow();
    kept.verify();
    assertThat(Fetching.text(kept)).isEqualTo("a,b\n".repeat(1000));
    assertThat(kept.provider()).isEqualTo("p");
    assertThat(kept.files().getFirst().name()).isEqualTo("feed.csv");
    assertThat(kept.parts().getFirst().bytes()).isEqualTo(4000);
    assertThat(Files.size(kept.paths().getFirst())).isLessThan(100);
    assertThat(kept.asThen().mapping()).hasContent("mapping").hasFileName("m.yaml");
    assertThat(kept.today().mapping()).isEqualTo(mapping);
    Files.delete(mapping);
    assertThat(kept.today().mapping()).hasContent("mapping");
  }

  @Test
  void half_a_deposit_is_none() throws IOException {
    Path feed = Files.writeString(home.resolve("feed"), "hello");
    ArchivedRunDraft killed = new RawInputArchive(home).begin(RUN);
    killed.copy("feed", feed);
    assertThat(new RawInputArchive(home).archived(RUN)).isEmpty();
    assertThat(new RawInputArchive(home).archived(RUN + ".part")).isEmpty();
    killed.close();
    assertThat(home.resolve("runs/" + RUN + ".part")).doesNotExist();
  }

  @Test
  void damage_is_found() throws IOException {
    ArchivedRun kept = keep(RUN, "hello, hello, hello");
    Path path = kept.paths().getFirst();
    byte[] bytes = Files.readAllBytes(path);
    bytes[bytes.length / 2] ^= 1;
    Files.write(path, bytes);
    assertThatThrownBy(kept::verify).hasMessageContaining("damaged");
    Files.write(path, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    assertThatThrownBy(kept::verify).hasMessageContaining("damaged");
    Files.writeString(kept.folder().resolve("run.json"), "{\"run\":");
    assertThatThrownBy(() -> new RawInputArchive(home).archived(RUN))
        .hasMessageContaining("damaged");
    Files.writeString(kept.folder().resolve("run.json"), "{}");
    assertThatThrownBy(() -> new RawInputArchive(home).archived(RUN))
        .hasMessageContaining("damaged");
  }

  @Test
  void runs_are_kept_for_as_long_as_is_said_and_halves_for_a_day() throws IOException {
    Instant start = Instant.parse("2026-01-01T00:00:00Z");
    keep(RUN, "hello");
    Files.createDirectories(home.resolve("runs/20260101T000000Z-0000000b.part"));
    Files.writeString(home.resolve("runs/20260101T000000Z-0000000c.latest"), RUN);
    Files.createDirectories(home.resolve("runs/of an operator"));
    RawInputArchive vault = new RawInputArchive(home);
    RetentionLimit week = new RetentionLimit(Duration.ofDays(7), Long.MAX_VALUE);
    vault.sweep(start.plus(Duration.ofDays(2)), week, Set.of());
    assertThat(home.resolve("runs/20260101T000000Z-0000000b.part")).doesNotExist();
    assertThat(home.resolve("runs/20260101T000000Z-0000000c.latest")).doesNotExist();
    vault.sweep(start.plus(Duration.ofDays(7)), week, Set.of());
    assertThat(vault.archived(RUN)).isPresent();
    vault.sweep(start.plus(Duration.ofDays(70)), week, Set.of(RUN));
    assertThat(vault.archived(RUN)).isPresent();
    vault.sweep(start.plus(Duration.ofDays(7)).plusSeconds(1), week, Set.of());
    assertThat(vault.archived(RUN)).isEmpty();
    assertThat(home.resolve("runs/of an operator")).exists();
  }

  @Test
  void where_there_is_too_much_the_oldest_goes_first() throws IOException {
    List<String> runs =
        List.of(
            "20260101T000000Z-0000000a", "20260102T000000Z-0000000b", "20260103T000000Z-0000000c");
    for (String run : runs) {
      keep(run, "some text, some text ".repeat(10));
    }
    RawInputArchive vault = new RawInputArchive(home);
    RetentionLimit small = new RetentionLimit(null, 1);
    vault.sweep(Instant.EPOCH, new RetentionLimit(null, 1 << 20), Set.of());
    assertThat(vault.archived(runs.getFirst())).isPresent();
    vault.sweep(Instant.EPOCH, small, Set.of(runs.getLast(), runs.getFirst()));
    assertThat(vault.archived(runs.get(1))).isEmpty();
    assertThat(vault.archived(runs.getFirst())).isPresent();
    assertThat(vault.archived(runs.getLast())).isPresent();
  }

  @Test
  void what_is_kept_is_its_owners_only_though_the_home_is_open() throws IOException {
    Files.createDirectories(home.resolve("runs/old"));
    Path old = Files.writeString(home.resolve("runs/old/0.bin"), "hello");
    Files.setPosixFilePermissions(
        home.resolve("runs"), PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rw-r--r--"));
    keep(RUN, "hello");
    try (Stream<Path> all = Files.walk(home.resolve("runs"))) {
      assertThat(all)
          .allSatisfy(path ->
              assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                  .as("%s", path)
                  .endsWith("------"));
    }
  }

  @Test
  void the_id_of_a_run_is_no_path() throws IOException {
    keep(RUN, "hello");
    assertThat(new RawInputArchive(home).archived("../runs/" + RUN)).isEmpty();
    assertThat(new RawInputArchive(home).archived("")).isEmpty();
  }

  private ArchivedRun keep(String run, String text) throws IOException {
    Path feed = Files.writeString(home.resolve("feed"), text);
    try (ArchivedRunDraft deposit = new RawInputArchive(home).begin(run)) {
      deposit.copy("feed", feed);
      return deposit.seal("p", LOOKED_AT, Instant.EPOCH, 1 << 20);
    }
  }
}
