package org.marquee.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.JavaProcess;

/// A demo that runs, as a newcomer starts it.
///
/// @param address of the interface
/// @param operations the address of the port of operations
@NullMarked
record Demo(@Nullable Process process, String address, String operations, String key)
    implements AutoCloseable {
  /// None runs.
  static final Demo NONE = new Demo(null, "", "", "");

  static Demo start(Path home) throws IOException {
    Process process =
        JavaProcess.marquee(List.of("demo", "--home", home.toString(), "--port", "0"))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    String address = value("address", said);
    String key = value("key", said);
    return new Demo(process, address, value("operations", said).replace("/info", ""), key);
  }

  private static String value(String name, BufferedReader said) throws IOException {
    String line = Objects.requireNonNull(said.readLine(), "the demo has ended");
    while (!line.strip().startsWith(name + " ")) {
      line = Objects.requireNonNull(said.readLine(), "the demo has ended");
    }
    return line.strip().substring(name.length()).strip();
  }

  @Override
  public void close() {
    if (process != null) {
      process.destroy();
      process.onExit().join();
    }
  }
}
