package org.marquee.app.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.app.Shell;
import org.marquee.site.operator.NamesGuard;

/// Values of settings that are read from files.
@NullMarked
class SettingReadersTest {
  private static final String PASSWORD = "a long password";

  @TempDir private Path folder = Path.of("");

  @Test
  void a_password_that_is_short_or_cannot_be_read_is_refused() throws IOException {
    Path file = Files.writeString(folder.resolve("password"), "short\n");
    assertThatThrownBy(() -> SettingReaders.guard(file.toString()))
        .hasMessageContaining("fewer than 12 characters");
    assertThatThrownBy(() -> SettingReaders.guard(file + "none"))
        .hasMessageContaining("a file that can be read");
    Shell.Done typed = Shell.execute("serve", "--ops-password-file", file.toString());
    assertThat(typed.status()).isEqualTo(2);
    assertThat(typed.err())
        .contains("ops-password-file", "fewer than 12 characters")
        .doesNotContain("short\n");
    Files.writeString(file, PASSWORD + "\n");
    NamesGuard guard = SettingReaders.guard(file.toString());
    assertThat(guard.isPassword(PASSWORD)).isTrue();
    assertThat(guard.isPassword(PASSWORD + "\n")).isFalse();
  }
}
