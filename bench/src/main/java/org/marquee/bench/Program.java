package org.marquee.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/// A program that was started and goes on until it is closed. Dies with the virtual machine that
/// started it.
final class Program implements AutoCloseable {
  static final Path WORK = Path.of("bench", "target", "work").toAbsolutePath();
  private static final Duration STOP = Duration.ofSeconds(40);

  private final Process process;
  private final Thread hook;

  private Program(Process process) {
    this.process = process;
    this.hook = new Thread(process::destroy);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /// Starts a program on these processors; what it says goes to a file of its name.
  ///
  /// @param processors as `taskset -c` takes them
  static Program start(String name, String processors, List<String> command) throws IOException {
    Files.createDirectories(WORK);
    return new Program(
        new ProcessBuilder(pinned(processors, command))
            .redirectErrorStream(true)
            .redirectOutput(WORK.resolve(name + ".log").toFile())
            .start());
  }

  static List<String> pinned(String processors, List<String> command) {
    List<String> all = new ArrayList<>(List.of("taskset", "-c", processors));
    all.addAll(command);
    return all;
  }

  /// Runs a program to its end.
  ///
  /// @return what it wrote to standard output
  /// @throws IOException if it fails
  static String run(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("failed: " + String.join(" ", command) + "\n" + said);
    }
    return said;
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /// Asks it to stop, and kills it where it does not.
  @Override
  public void close() {
    process.destroy();
    try {
      process.onExit().orTimeout(STOP.toSeconds(), TimeUnit.SECONDS).join();
    } catch (CompletionException _) {
      process.destroyForcibly().onExit().join();
    }
    Runtime.getRuntime().removeShutdownHook(hook);
  }
}
