package org.marquee.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The user and the group that a file belongs to, by their numbers.
///
/// What root makes in the folder of somebody else belongs to that one: else the owner's own
/// commands could not write there any more.
public record FileOwner(int user, int group) {
  private static final Logger LOG = LoggerFactory.getLogger(FileOwner.class);

  /// Whether this program runs as root, with its rights. Nobody else can give files away.
  public static boolean mayGive() {
    return RootRights.wereGiven() && !RootRights.areGivenUp();
  }

  /// Whose a file or folder is.
  public static FileOwner of(Path file) throws IOException {
    return read(file);
  }

  /// The name of the account that a folder belongs to, where we are root and it is somebody else's.
  public static Optional<String> otherThanRoot(Path folder) throws IOException {
    return mayGive() && Files.isDirectory(folder) && !of(folder).isRoot()
        ? Optional.of(Files.getOwner(folder).getName())
        : Optional.empty();
  }

  /// Whose a link itself is, not what it leads to.
  static FileOwner ofItself(Path link) throws IOException {
    return read(link, LinkOption.NOFOLLOW_LINKS);
  }

  private static FileOwner read(Path file, LinkOption... options) throws IOException {
    return new FileOwner(
        (Integer) Files.getAttribute(file, "unix:uid", options),
        (Integer) Files.getAttribute(file, "unix:gid", options));
  }

  /// Whether it is root.
  public boolean isRoot() {
    return user == 0;
  }

  /// Gives what root has just made, with all that is in it, to the owner of the folder that it is
  /// in. Does nothing if that is root, or we are not.
  public static void adopt(Path made) {
    if (!mayGive()) {
      return;
    }
    try {
      FileOwner owner = of(made.toAbsolutePath().resolveSibling("."));
      if (!owner.isRoot()) {
        owner.give(made);
      }
    } catch (IOException e) {
      LOG.atWarn()
          .log("{} stays root's, and its folder is somebody else's: {}", made, e.toString());
    }
  }

  /// Gives a file, or a folder with all that is in it, to this owner. A folder goes after what is
  /// in it, so that what was interrupted is done again. A link is given, not what it leads to.
  public void give(Path tree) throws IOException {
    try (Stream<Path> walk = Files.walk(tree)) {
      for (Path each : walk.toList().reversed()) {
        Files.setAttribute(each, "unix:gid", group, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(each, "unix:uid", user, LinkOption.NOFOLLOW_LINKS);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
