package org.marquee.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `completion` prints, in a real shell.
@NullMarked
class CompletionTest {
  @TempDir private Path folder;

  @Test
  void bash_completes_commands_and_options() throws Exception {
    assertThat(completed("organization s")).contains("suspend");
    assertThat(completed("serve --pa")).contains("--pages");
  }

  private String completed(String words) throws IOException, InterruptedException {
    Path script = folder.resolve("completion");
    Files.writeString(script, Shell.execute("completion", "bash").out());
    String line = "marquee " + words;
    String command =
        """
        shopt -s progcomp; source '%s'
        COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE='%s'; COMP_POINT=${#COMP_LINE}
        _complete_marquee; printf '%%s ' "${COMPREPLY[@]}"
        """
            .formatted(script, line, line);
    Process bash =
        new ProcessBuilder("bash", "-c", command)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    bash.waitFor();
    return out;
  }

  @Test
  void fish_gets_a_line_for_each_option_with_no_quote_left_open() {
    String script = Shell.execute("completion", "fish").out();
    assertThat(script).contains("-l pages -r", "__fish_seen_subcommand_from organization");
    assertThat(script.lines())
        .allSatisfy(line ->
            assertThat(line.chars().filter(letter -> letter == '\'').count() % 2)
                .as(line)
                .isZero());
  }

  @Test
  void another_shell_is_refused() {
    assertThat(Shell.execute("completion", "tcsh").status()).isEqualTo(2);
  }
}
