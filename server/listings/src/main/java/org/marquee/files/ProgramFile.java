package org.marquee.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/// Files that come with the program, beside its classes.
public final class ProgramFile {
  private ProgramFile() {}

  /// What is in a file.
  ///
  /// @param beside the class that it lies beside
  public static byte[] bytes(Class<?> beside, String name) {
    try (InputStream in = beside.getResourceAsStream(name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What is in a file of text in UTF-8.
  ///
  /// @param beside the class that it lies beside
  public static String text(Class<?> beside, String name) {
    return new String(bytes(beside, name), UTF_8);
  }
}
