package org.marquee.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.marquee.files.FolderTree;
import org.marquee.files.PrivateFiles;

/// Folders that hold what is ours alone.
final class Folders {
  private Folders() {}

  /// The folder itself, links resolved; made, private, if it was missing. Those above it are made
  /// as the process makes folders.
  static Path open(Path folder) throws IOException {
    return (Files.isDirectory(folder) ? folder : PrivateFiles.folder(folder)).toRealPath();
  }

  static void delete(Path folder) throws IOException {
    FolderTree.delete(folder);
  }

  static void sync(Path folder) throws IOException {
    FolderTree.sync(folder);
  }
}
