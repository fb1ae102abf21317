package org.marquee.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The text of a failure, as an operator reads it.
public final class FailureText {
  /// ENOSPC and EDQUOT, as the C libraries of Linux and macOS write them.
  private static final Predicate<String> FULL =
      Pattern.compile("^(No space left on device|Dis[ck] quota exceeded)$").asPredicate();

  private static final Predicate<String> READ_ONLY =
      Pattern.compile("^Read-only file system$").asPredicate();

  /// EMFILE and ENFILE.
  private static final Predicate<String> NO_DESCRIPTOR =
      Pattern.compile("Too many open files( in system)?$").asPredicate();

  private FailureText() {}

  /// The message of a failure; a sentence where the system gives only a path.
  public static String of(Exception failure) {
    return switch (failure) {
      case UncheckedIOException e -> of(Objects.requireNonNull(e.getCause()));
      case NoSuchFileException e -> "there is no file " + e.getFile();
      case AccessDeniedException e -> "no permission for " + e.getFile();
      case FileAlreadyExistsException e -> e.getFile() + " exists and is not a folder";
      case NotDirectoryException e -> e.getFile() + " is not a folder";
      case FileSystemException e when FULL.test(text(e.getReason())) ->
          "there is no room left on the disk of " + e.getFile() + ": free some";
      case FileSystemException e when READ_ONLY.test(text(e.getReason())) ->
          e.getFile() + " is on a disk that is mounted read-only: mount it for writing";
      case IOException e when FULL.test(text(e.getMessage())) ->
          "there is no room left on the disk: free some";
      case IOException e when NO_DESCRIPTOR.test(text(e.getMessage())) ->
          "the process has no file descriptor left: raise its limit (ulimit -n)";
      default ->
          failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    };
  }

  private static String text(@Nullable String reason) {
    return reason == null ? "" : reason;
  }
}
