package org.marquee.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.nio.file.FileSystemException;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class FailureTextTest {
  private static String text(String reason) {
    return FailureText.of(new FileSystemException("/srv/marquee/runs", null, reason));
  }

  @Test
  void a_full_disk_is_reported_with_what_to_do() {
    assertThat(text("No space left on device"))
        .isEqualTo("there is no room left on the disk of /srv/marquee/runs: free some");
    assertThat(text("Disk quota exceeded")).contains("free some");
    assertThat(FailureText.of(new IOException("No space left on device")))
        .isEqualTo("there is no room left on the disk: free some");
    assertThat(FailureText.of(new UncheckedIOException(new IOException("No space left on device"))))
        .contains("free some");
  }

  @Test
  void a_read_only_disk_is_reported_with_what_to_do() {
    assertThat(text("Read-only file system"))
        .isEqualTo(
            "/srv/marquee/runs is on a disk that is mounted read-only: mount it for writing");
  }

  @Test
  void a_lack_of_descriptors_is_reported_with_what_to_do() {
    assertThat(text("Too many open files")).contains("ulimit -n");
    assertThat(FailureText.of(new SocketException("Too many open files"))).contains("ulimit -n");
  }

  @Test
  void anything_else_gets_the_message_of_the_system() {
    assertThat(text("Input/output error")).isEqualTo("/srv/marquee/runs: Input/output error");
    assertThat(FailureText.of(new IOException("broken"))).isEqualTo("broken");
    assertThat(FailureText.of(new IOException())).isEqualTo("IOException");
  }
}
