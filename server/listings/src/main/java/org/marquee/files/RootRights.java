package org.marquee.files;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The rights of root, which the program gives up in the home of somebody else: the owner may put
/// links there that lead anywhere. It goes on as the owner, and takes root's rights back only to
/// open what root named on the command line (docs/decisions/0210).
public final class RootRights {
  private static final String UNATTACHABLE = "-XX:+DisableAttachMechanism";

  /// The number of the call of Linux that sets the users of one thread; the library's function sets
  /// those of all threads. The next number but one is `setresgid`.
  private static final Map<String, Long> SETRESUID = Map.of("amd64", 117L, "aarch64", 147L);

  private static final FileOwner ROOT = new FileOwner(0, 0);

  /// Whom the files of root seem to belong to in a namespace that has a root of its own.
  private static final int NOBODY = 65534;

  /// So many links in one path are a loop.
  private static final int MOST_LINKS = 100;

  private static volatile @Nullable Runnable loading;
  private static volatile @Nullable Owner owner;

  private record Owner(FileOwner ids, String name, boolean returns) {}

  private RootRights() {}

  /// What is done with a file that root named.
  @FunctionalInterface
  public interface Use<T> {
    /// Does it.
    T run() throws IOException;
  }

  /// Says that the process is this program alone. Tests run commands within theirs.
  ///
  /// @param libraries loads what would be unpacked as the owner's files else, and run by us
  public static void areOfProgram(Runnable libraries) {
    loading = libraries;
  }

  /// Goes on as the owner of a home, or of the folder that it will be made in, where we are root
  /// and that is somebody else. What the process starts has no way back to root.
  ///
  /// @throws IOException if that is not possible; the message says what to do
  public static void giveUp(Path home) throws IOException {
    Runnable libraries = loading;
    if (libraries == null || !FileOwner.mayGive()) {
      return;
    }
    Path theirs = decisive(home);
    FileOwner ids = FileOwner.ofItself(theirs);
    if (ids.isRoot()) {
      return;
    }
    libraries.run();
    String name = Files.getOwner(theirs, LinkOption.NOFOLLOW_LINKS).getName();
    if (!isKnown() || setGroups(ids, name) != 0) {
      throw refused(home, name, "root cannot become that user here");
    }
    Optional<Path> closed = as(ids, ROOT, RootRights::closedPart);
    if (closed.isPresent()) {
      throw refused(home, name, "that user cannot read this program in " + closed.get());
    }
    // Into a Java that takes agents the owner could load one: then there is no way back for us.
    boolean returns =
        ManagementFactory.getRuntimeMXBean().getInputArguments().contains(UNATTACHABLE);
    if (call("setresgid", ids.group(), ids.group(), returns ? 0 : ids.group()) != 0
        || call("setresuid", ids.user(), ids.user(), returns ? 0 : ids.user()) != 0) {
      throw refused(home, name, "root cannot become that user here");
    }
    owner = new Owner(ids, name, returns);
  }

  private static IOException refused(Path home, String name, String why) {
    return new IOException(
        "%s belongs to %s, and %s. Run a Marquee that %2$s can read, as that user: sudo -u %2$s marquee …"
            .formatted(home, name, why));
  }

  /// What decides whom the files of a home belong to: the home, or the folder that it will be made
  /// in. Where that is root's, but somebody else could put another one in its place, what is that
  /// one's.
  static Path decisive(Path home) throws IOException {
    Path there = home.toAbsolutePath();
    while (!Files.exists(there)) {
      there = Objects.requireNonNull(there.getParent()); // the root is there
    }
    if (FileOwner.of(there).isRoot()) {
      for (Path each : passed(there)) {
        if (!isOf(ROOT.user(), each) && !isOf(NOBODY, each)) {
          return each;
        }
      }
    }
    return there.toRealPath();
  }

  /// The part of the program that we cannot read now: it is opened when it is needed.
  private static Optional<Path> closedPart() {
    return Stream.concat(
            Stream.of(System.getProperty("java.class.path", "").split(File.pathSeparator, -1)),
            Stream.of(System.getProperty("java.home", "")))
        .map(Path::of)
        .filter(each -> !Files.isReadable(each))
        .findFirst();
  }

  /// The groups that the owner is in; a number without a name is in none.
  private static int setGroups(FileOwner ids, String name) {
    try (Arena arena = Arena.ofConfined()) {
      return isNumber(name)
          ? call("setgroups", 0L, MemorySegment.NULL)
          : call("initgroups", arena.allocateFrom(name), ids.group());
    }
  }

  private static boolean isNumber(String name) {
    return name.matches("[0-9]+");
  }

  /// Whether root typed the command, even where it goes on as the owner of the home.
  public static boolean wereGiven() {
    return System.getProperty("user.name", "").equals("root");
  }

  /// Whether they were given, and the command goes on as the owner of the home.
  public static boolean areGivenUp() {
    return owner != null;
  }

  /// The name of the user that the program runs as; `?` where it has none.
  public static String user() {
    Owner now = owner;
    if (now == null) {
      return System.getProperty("user.name", "?");
    }
    return isNumber(now.name()) ? "?" : now.name();
  }

  /// Opens, makes or renames what root named on the command line. Root's rights are back meanwhile,
  /// for this thread alone, unless the owner of the home has a hand in the path.
  public static <T> T use(Path named, Use<T> use) throws IOException {
    Owner now = owner;
    if (now == null || !now.returns()) {
      return use.run();
    }
    return as(
        ROOT,
        now.ids(),
        () -> {
          for (Path each : passed(named)) {
            if (isOf(now.ids().user(), each)) {
              return as(now.ids(), ROOT, use);
            }
          }
          return use.run();
        });
  }

  /// A file that root named, as the program may read it more than once: itself, or a copy, which
  /// the caller deletes.
  public static Path readable(Path named) throws IOException {
    if (owner == null || Files.isReadable(named)) {
      return named;
    }
    try (InputStream in = use(named, () -> Files.newInputStream(named))) {
      Path copy = WorkFiles.newFile("named-");
      Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
      return copy;
    }
  }

  /// All that the system passes on its way to a file: the folders and links above it, also where
  /// links lead.
  private static Set<Path> passed(Path named) throws IOException {
    Set<Path> passed = new LinkedHashSet<>();
    Deque<Path> ways = new ArrayDeque<>(List.of(named.toAbsolutePath()));
    for (int links = 0; !ways.isEmpty(); links++) {
      if (links > MOST_LINKS) {
        throw new FileSystemLoopException(named.toString());
      }
      Path way = ways.pop();
      for (Path each = way; each != null; each = each.getParent()) {
        passed.add(each);
        if (Files.isSymbolicLink(each)) {
          ways.add(each.resolveSibling(Files.readSymbolicLink(each)).resolve(each.relativize(way)));
        }
      }
    }
    return passed;
  }

  /// Whether a user owns a file itself. Root has what is not there, and what only the system makes,
  /// such as `/dev/fd/3`.
  private static boolean isOf(int user, Path file) throws IOException {
    boolean isThere = Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !file.startsWith("/proc");
    return (isThere ? FileOwner.ofItself(file) : ROOT).user() == user;
  }

  private static <T> T as(FileOwner ids, FileOwner before, Use<T> use) throws IOException {
    become(ids);
    try {
      return use.run();
    } finally {
      become(before);
    }
  }

  /// Sets user and group of this thread, which root's rights are needed for.
  private static void become(FileOwner ids) {
    long setresuid = SETRESUID.getOrDefault(System.getProperty("os.arch", ""), 0L);
    if (ofThread(setresuid, ROOT.user()) != 0
        || ofThread(setresuid + 2, ids.group()) != 0
        || ofThread(setresuid, ids.user()) != 0) {
      throw new IllegalStateException("the user of a thread cannot be set");
    }
  }

  private static boolean isKnown() {
    return System.getProperty("os.name", "").equals("Linux")
        && SETRESUID.containsKey(System.getProperty("os.arch", ""));
  }

  /// Root stays the saved one.
  private static int ofThread(long call, int id) {
    return call("syscall", call, (long) id, (long) id, 0L);
  }

  /// Calls a function of the system; -1 also where it has none of that name.
  @SuppressWarnings("restricted") // Java itself has no way to change the user
  private static int call(String name, Object... arguments) {
    MemoryLayout[] layouts =
        Stream.of(arguments)
            .map(each ->
                switch (each) {
                  case Integer _ -> JAVA_INT;
                  case Long _ -> JAVA_LONG;
                  default -> ADDRESS;
                })
            .toArray(MemoryLayout[]::new);
    Linker linker = Linker.nativeLinker();
    Optional<MemorySegment> found = linker.defaultLookup().find(name);
    if (found.isEmpty()) {
      return -1;
    }
    // What follows the number of a call differs from call to call.
    Linker.Option[] options =
        name.equals("syscall")
            ? new Linker.Option[] {Linker.Option.firstVariadicArg(1)}
            : new Linker.Option[0];
    FunctionDescriptor form = FunctionDescriptor.of(JAVA_INT, layouts);
    try {
      return (int) linker.downcallHandle(found.get(), form, options).invokeWithArguments(arguments);
    } catch (Throwable e) { // what a method handle declares
      throw new IllegalStateException(name + " cannot be called", e);
    }
  }
}
