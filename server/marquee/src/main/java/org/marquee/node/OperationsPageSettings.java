package org.marquee.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.marquee.site.NamesGuard;

/// What the operator's page may show (docs/operators-page.md).
///
/// @param reports the folder of the reports of runs; null: none are shown
/// @param names who may see the names of organizations
public record OperationsPageSettings(@Nullable Path reports, NamesGuard names) {
  private static final String PASSWORD_FILE = "MARQUEE_OPS_PASSWORD_FILE";

  /// A page without reports, and with names for people at this machine only.
  static final OperationsPageSettings NONE = new OperationsPageSettings(null, new NamesGuard(null));

  /// The settings of the environment.
  ///
  /// @throws InvalidSetting if the file with the password cannot be read, or it is too short
  public static OperationsPageSettings configured(Path reports) {
    String file = System.getenv(PASSWORD_FILE);
    return new OperationsPageSettings(
        reports,
        new NamesGuard(file == null || file.isBlank() ? null : password(Path.of(file.strip()))));
  }

  /// The password in a file.
  public static String password(Path file) {
    try {
      String password = Files.readString(file).strip();
      if (password.length() < NamesGuard.SHORTEST_PASSWORD) {
        throw new InvalidSetting(
            "%s: the password in %s has fewer than %d characters"
                .formatted(PASSWORD_FILE, file, NamesGuard.SHORTEST_PASSWORD));
      }
      return password;
    } catch (IOException e) {
      throw new InvalidSetting(PASSWORD_FILE + ": " + FailureText.of(e));
    }
  }
}
