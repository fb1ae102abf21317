package org.marquee;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A class of this build that runs in a process of its own.
///
/// Start one only for what a process alone can show: signals, exit codes, a heap of its own. It
/// costs two seconds of processor time; a call in this process costs next to none.
public final class JavaProcess {
  /// Code that runs for a second is not worth optimizing: without, a process takes half the time.
  private static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders");

  private static final String COMMANDS = "org.marquee.app.Main";

  /// The program as it is released, and a cache of its classes made with the options above; null
  /// where the tests of a module run over its classes. A process takes half the time with it.
  private static final @Nullable String JAR = System.getenv("MARQUEE_TEST_JAR");

  private static final @Nullable String CACHE = System.getenv("MARQUEE_TEST_CACHE");

  private JavaProcess() {}

  /// The command line of Marquee.
  public static ProcessBuilder marquee(List<String> arguments) {
    return of(List.of(), COMMANDS, arguments);
  }

  /// The command line of Marquee, with options of the virtual machine.
  public static ProcessBuilder marquee(List<String> options, List<String> arguments) {
    return of(options, COMMANDS, arguments);
  }

  /// A class with a `main` method.
  public static ProcessBuilder of(Class<?> main, String... arguments) {
    return of(List.of(), main.getName(), List.of(arguments));
  }

  /// A class with a `main` method, with options of the virtual machine.
  public static ProcessBuilder of(List<String> options, Class<?> main, String... arguments) {
    return of(options, main.getName(), List.of(arguments));
  }

  private static ProcessBuilder of(List<String> options, String main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(SHORT_LIVED);
    for (String own : OwnFolders.PROPERTIES) {
      command.add("-D%s=%s".formatted(own, System.getProperty(own)));
    }
    command.addAll(options);
    if (JAR != null && CACHE != null && main.equals(COMMANDS)) {
      command.addAll(List.of("-XX:AOTCache=" + CACHE, "-cp", JAR, main));
    } else {
      command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    }
    command.addAll(arguments);
    return new ProcessBuilder(command);
  }
}
