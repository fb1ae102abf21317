package org.marquee.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NullMarked
class ServerLogTest {
  private static final String READY =
      "2026-11-21 22:34:35.024 UTC [4106] LOG:  database system is ready to accept connections\n";
  private static final String FULL =
      """
      2026-11-21 22:34:38.899 UTC [4123] PANIC:  could not write to file "pg_wal/xlogtemp.4123": No space left on device
      2026-11-21 22:34:38.899 UTC [4123] STATEMENT:  insert into showtime (id)
      \tselect 'LOG:  nothing was terminated by signal 9'
      2026-11-21 22:34:38.911 UTC [4106] LOG:  client backend (PID 4123) was terminated by signal 6: Aborted
      """;

  @TempDir Path folder = Path.of("");

  @Test
  void a_full_disk_is_explained_in_words() throws IOException {
    write(READY);
    ServerLog log = ServerLog.from(folder);
    assertThat(log.trouble()).isEmpty();
    write(FULL + READY);
    assertThat(log.trouble())
        .contains(
            "the disk is full: could not write to file \"pg_wal/xlogtemp.4123\": No space left on device");
    assertThat(ServerLog.end(folder)).startsWith("the disk is full\n").endsWith(READY.strip());
  }

  @Test
  void what_was_before_is_of_no_interest() throws IOException {
    write(FULL);
    ServerLog log = ServerLog.from(folder);
    write(READY);
    assertThat(log.trouble()).isEmpty();
  }

  @Test
  void a_log_that_was_begun_anew_is_read_from_its_beginning() throws IOException {
    write(READY.repeat(100));
    ServerLog log = ServerLog.from(folder);
    Files.delete(ServerLog.in(folder));
    assertThat(log.trouble()).isEmpty();
    write(FULL);
    assertThat(log.trouble()).isPresent();
  }

  private void write(String text) throws IOException {
    Files.writeString(
        ServerLog.in(folder), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
