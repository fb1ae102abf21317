package org.marquee;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/// Sees to it that a run of tests has a temporary folder and a home of its own. The machine's hold
/// what others left there, and a test that counts it fails by chance.
public final class OwnFolders implements LauncherSessionListener {
  /// The system properties that name them; processes that tests start are given them too.
  static final List<String> PROPERTIES = List.of("java.io.tmpdir", "user.home");

  private static final List<Path> OF_THE_MACHINE = List.of(Path.of("/tmp"), Path.of("/var/tmp"));

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    for (String property : PROPERTIES) {
      Path folder = Path.of(System.getProperty(property));
      if (OF_THE_MACHINE.contains(folder)) {
        throw new IllegalStateException(
            "the tests would use "
                + folder
                + " of the machine: run them with ./dev test, or with -D"
                + property
                + "=FOLDER");
      }
      try {
        Files.createDirectories(folder);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
