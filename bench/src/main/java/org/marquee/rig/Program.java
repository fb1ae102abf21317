package org.marquee.rig;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// A program that was started and goes on until it is closed, at the latest with this virtual
/// machine.
public final class Program implements AutoCloseable {
  private static final Duration STOP = Duration.ofSeconds(40);
  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroy)));
  }

  private final Process process;

  private Program(Process process) {
    this.process = process;
    RUNNING.removeIf(each -> !each.isAlive());
    RUNNING.add(process);
  }

  /// Starts a program.
  ///
  /// @param log what it writes is appended there
  /// @param environment variables beside those of this program
  public static Program start(Path log, Map<String, String> environment, List<String> command)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    return new Program(builder.start());
  }

  /// Runs a program to its end.
  ///
  /// @return what it wrote, to standard output and standard error
  /// @throws IOException if it fails; the message has what it wrote
  public static String run(String... command) throws IOException, InterruptedException {
    return run(List.of(command));
  }

  /// [#run(String...)] for a command that was put together.
  public static String run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IOException("failed: " + String.join(" ", command) + "\n" + output);
      }
      return output;
    } finally {
      process.destroyForcibly();
    }
  }

  /// The last line of what a program wrote.
  public static String lastLine(String output) {
    return output.strip().lines().reduce("", (_, last) -> last);
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public long pid() {
    return process.pid();
  }

  /// Sends a signal, such as `STOP`.
  public void signal(String name) throws IOException, InterruptedException {
    run("sh", "-c", "kill -" + name + " " + process.pid());
  }

  /// Ends it at once, as a crash of its machine would.
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  /// Asks it to stop and waits until it has, without killing it.
  ///
  /// @throws IllegalStateException if it does not stop in time
  public void stop() {
    process.destroy();
    try {
      process.onExit().orTimeout(STOP.toSeconds(), TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      throw new IllegalStateException("it did not stop within " + STOP, e);
    }
  }

  /// Asks it to stop, and kills it if it does not.
  @Override
  public void close() {
    process.destroy();
    try {
      process.onExit().orTimeout(STOP.toSeconds(), TimeUnit.SECONDS).join();
    } catch (CompletionException _) {
      kill();
    }
  }
}
