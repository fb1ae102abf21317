package org.marquee.alarm.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Programs of operators that get messages.
@NullMarked
class CommandChannelTest {
  private static final Message MESSAGE =
      new Message("m1", Instant.EPOCH, "{\"title\":\"Amélie\"}", "subject", "text");

  @TempDir private Path folder;

  private CommandChannel program(String script, Duration within) throws IOException {
    Path file = folder.resolve("alarm.sh");
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return new CommandChannel(file, within);
  }

  @Test
  void it_gets_the_message_and_none_of_our_secrets() throws IOException {
    program("cat > $(dirname $0)/got; env > $(dirname $0)/env", Duration.ofMinutes(1))
        .send(MESSAGE);
    assertThat(folder.resolve("got")).content().isEqualTo(MESSAGE.body());
    assertThat(Files.readAllLines(folder.resolve("env")))
        .allMatch(each -> each.matches("(PATH|HOME|LANG|TZ|USER|PWD|OLDPWD|SHLVL|_)=.*"));
  }

  @Test
  void another_exit_status_is_a_failure() throws IOException {
    CommandChannel failing = program("exit 3", Duration.ofMinutes(1));
    assertThatThrownBy(() -> failing.send(MESSAGE)).hasMessageEndingWith("ended with status 3");
  }

  @Test
  void one_that_reads_nothing_may_take_it() throws IOException {
    Message large = new Message("m", Instant.EPOCH, "x".repeat(1 << 20), "", "");
    program("exec <&-; exit 0", Duration.ofMinutes(1)).send(large);
  }

  @Test
  void one_that_does_not_end_is_killed_with_what_it_started() throws IOException {
    CommandChannel slow =
        program("sleep 1000 & echo $! > $(dirname $0)/child; wait", Duration.ofSeconds(2));
    assertThatThrownBy(() -> slow.send(MESSAGE)).hasMessageContaining("did not end within");
    long child = Long.parseLong(Files.readString(folder.resolve("child")).strip());
    ProcessHandle.of(child).ifPresent(each -> each.onExit().join());
  }
}
