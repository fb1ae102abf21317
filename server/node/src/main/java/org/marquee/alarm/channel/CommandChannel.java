package org.marquee.alarm.channel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Starts a program of the operator's for each message, with the JSON on its standard input. Exit
/// status 0 says that it took it.
///
/// @param program without arguments; no shell reads it
/// @param within after which it is killed, with all that it started
public record CommandChannel(Path program, Duration within) implements Channel {
  /// What it sees of our environment: the rest may hold passwords.
  private static final Set<String> ENVIRONMENT = Set.of("PATH", "HOME", "LANG", "TZ", "USER");

  @Override
  public String name() {
    return "command";
  }

  @Override
  public String send(Message message) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(program.toString())
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD);
    builder.environment().keySet().retainAll(ENVIRONMENT);
    Process process = builder.start();
    try {
      // It may end without reading, or not read at all: then only its end counts.
      Thread.ofVirtual().name("alarm-command-input").start(() -> write(message, process));
      if (!process.waitFor(within.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new IOException("%s did not end within %d s".formatted(program, within.toSeconds()));
      }
      if (process.exitValue() != 0) {
        throw new IOException("%s ended with status %d".formatted(program, process.exitValue()));
      }
      return "it ended with status 0";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static void write(Message message, Process process) {
    try (OutputStream in = process.getOutputStream()) {
      in.write(message.body().getBytes(UTF_8));
    } catch (IOException _) {
      // It did not want all of it.
    }
  }

  @Override
  public String toString() {
    return "command " + program;
  }
}
