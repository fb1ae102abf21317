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
  /// A page without reports, and with names for people at this machine only.
  static final OperationsPageSettings NONE = new OperationsPageSettings(null, NamesGuard.LOCAL);

  /// Shows names to who has the password in a file, too.
  ///
  /// @throws IllegalArgumentException if it cannot be read, or is too short
  public static NamesGuard guard(String file) {
    try {
      String password = Files.readString(Path.of(file)).strip();
      if (password.length() < NamesGuard.SHORTEST_PASSWORD) {
        throw new IllegalArgumentException(
            "the password in %s has fewer than %d characters"
                .formatted(file, NamesGuard.SHORTEST_PASSWORD));
      }
      return new NamesGuard(password);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "a file that can be read, not " + file + ": " + FailureText.of(e), e);
    }
  }
}
