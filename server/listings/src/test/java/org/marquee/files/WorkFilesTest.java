package org.marquee.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkFilesTest {
  private static final Instant NOW = Instant.parse("2026-11-27T12:00:00Z");

  @TempDir private Path temporary;

  @Test
  void what_a_killed_process_left_goes_and_what_one_works_with_stays() throws IOException {
    Path own = folder("marquee-work-1");
    Path living = folder("marquee-work-2");
    folder("marquee-work-3");
    made("marquee-work-1/check-7/feed");
    try (FileChannel lock = FileChannel.open(living.resolve("lock"), StandardOpenOption.WRITE)) {
      var _ = lock.lock();
      WorkFiles.sweep(own, NOW);
    }
    assertThat(names()).containsExactly("marquee-work-1", "marquee-work-2");
    assertThat(own.resolve("check-7/feed")).exists();
  }

  @Test
  void what_is_a_day_old_goes_but_not_what_the_user_put_there() throws IOException {
    Path own = folder("marquee-work-1");
    made("marquee-report-1/report.html");
    for (String name :
        new String[] {
          "marquee-work-1/look-7",
          "marquee-report-2/report.html",
          "marquee-check-3/feed",
          "marquee-feed-4.part",
          "marquee-2026.backup"
        }) {
      age(made(name));
    }
    WorkFiles.sweep(own, NOW);
    assertThat(names())
        .containsExactly("marquee-2026.backup", "marquee-report-1", "marquee-work-1");
    assertThat(own.resolve("look-7")).doesNotExist();
    assertThat(own.resolve("lock")).exists();
  }

  @Test
  void a_new_file_is_in_a_folder_of_the_process_for_its_owner_alone() throws IOException {
    Path file = WorkFiles.newFile("feed-");
    assertThat(file.resolveSibling("lock")).exists();
    assertThat(Files.getPosixFilePermissions(file.getParent())).hasSize(3);
    Files.delete(file);
  }

  private Path folder(String name) throws IOException {
    return made(name + "/lock").getParent();
  }

  private Path made(String name) throws IOException {
    Path file = temporary.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "text");
    Files.setLastModifiedTime(file.getParent(), FileTime.from(NOW));
    return file;
  }

  private void age(Path file) throws IOException {
    FileTime old = FileTime.from(NOW.minus(Duration.ofDays(2)));
    Files.setLastModifiedTime(file, old);
    if (!file.getParent().equals(temporary) && !file.getParent().endsWith("marquee-work-1")) {
      Files.setLastModifiedTime(file.getParent(), old);
    }
  }

  private Stream<String> names() throws IOException {
    try (Stream<Path> all = Files.list(temporary)) {
      return all.map(each -> each.getFileName().toString()).sorted().toList().stream();
    }
  }
}
