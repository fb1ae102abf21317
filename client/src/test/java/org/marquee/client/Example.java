package org.marquee.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The example of the README, run as a program of its own.
final class Example {
  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  private Example() {}

  /// What it prints.
  static String run(Path folder, String url, String key) throws IOException, InterruptedException {
    Matcher block = BLOCK.matcher(Files.readString(Path.of("README.md")));
    if (!block.find()) {
      throw new AssertionError("README.md has no example");
    }
    Path source = Files.writeString(folder.resolve("Tonight.java"), block.group(1));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path printed = folder.resolve("printed");
    ProcessBuilder builder =
        new ProcessBuilder(
                java,
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                source.toString())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile());
    builder.environment().put("MARQUEE_URL", url);
    builder.environment().put("MARQUEE_KEY", key);
    Process process = builder.start();
    boolean isOver = process.waitFor(60, TimeUnit.SECONDS);
    String text = Files.readString(printed);
    if (!isOver || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new AssertionError(text);
    }
    return text;
  }
}
