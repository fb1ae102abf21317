package org.marquee.node;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Objects;

/// The text of a failure, as an operator reads it.
public final class FailureText {
  private FailureText() {}

  /// The message of a failure; a sentence where the system gives only a path.
  public static String of(Exception failure) {
    return switch (failure) {
      case UncheckedIOException e -> of(Objects.requireNonNull(e.getCause()));
      case NoSuchFileException e -> "there is no file " + e.getFile();
      case AccessDeniedException e -> "no permission for " + e.getFile();
      case FileAlreadyExistsException e -> e.getFile() + " exists and is not a folder";
      case NotDirectoryException e -> e.getFile() + " is not a folder";
      default ->
          failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    };
  }
}
