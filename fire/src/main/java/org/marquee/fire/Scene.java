package org.marquee.fire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.marquee.files.FolderTree;
import org.marquee.rig.Product;

/// What the faults of one run share: a temporary folder, the product, the known answers and the
/// rows of the table. What a fault starts is closed with it, the last first.
final class Scene implements AutoCloseable {
  private final Path folder;
  private final Product product;
  private final Book book;
  private final Thread interrupted;
  private final List<Row> rows = new ArrayList<>();
  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private int files;
  private boolean failed;

  private Scene(Path folder, Product product, Book book, Thread interrupted) {
    this.folder = folder;
    this.product = product;
    this.book = book;
    this.interrupted = interrupted;
  }

  /// Makes the temporary folder and records the correct answers.
  static Scene open(Product product) throws IOException, InterruptedException {
    // The account of the databases must be able to walk through.
    Path folder =
        Files.createTempDirectory(
            "marquee-fire",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    Thread interrupted = new Thread(() -> abandon(folder));
    Runtime.getRuntime().addShutdownHook(interrupted);
    Path books = Path.of("fire", "target", "books").toAbsolutePath();
    Book book = Book.open(product, books, folder.resolve("book"));
    return new Scene(folder, product, book, interrupted);
  }

  /// Ends everything at once: the run was interrupted.
  private static void abandon(Path folder) {
    List<ProcessHandle> all = ProcessHandle.current().descendants().toList();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(each -> each.onExit().completeOnTimeout(each, 5, TimeUnit.SECONDS).join());
    delete(folder);
  }

  Product product() {
    return product;
  }

  Book book() {
    return book;
  }

  /// The product for an operator's commands, who uses another machine than the nodes.
  Product operator() {
    return product.nice();
  }

  /// An external database with a new home.
  Product.Where home(String database) {
    return new Product.Where(fresh("home"), database);
  }

  /// A new path in the temporary folder.
  Path fresh(String name) {
    return folder.resolve(++files + "-" + name);
  }

  /// Where the load of the next row writes what was slow or not right. It stays after the run.
  Path loadLog() throws IOException {
    Path logs = Files.createDirectories(Path.of("fire", "target", "load"));
    Path log = logs.resolve("row-%02d.log".formatted(rows.size() + 1));
    Files.deleteIfExists(log);
    return log;
  }

  /// Has something closed when the fault is over.
  <T extends AutoCloseable> T with(T part) {
    started.push(part);
    return part;
  }

  void add(Row row) {
    rows.add(row);
    System.err.println(String.join(" | ", row.cells()));
    failed |= !row.isClean();
  }

  List<Row> rows() {
    return List.copyOf(rows);
  }

  /// Has the folder kept for its logs.
  void keepLogs() {
    failed = true;
  }

  /// Closes what the fault before has started.
  void clear() {
    while (!started.isEmpty()) {
      try {
        started.pop().close();
      } catch (Exception e) {
        System.err.println("note: not closed: " + e);
      }
    }
  }

  /// Ends with all that was started. The folder stays if a fault was seen by callers, for its logs.
  @Override
  public void close() {
    clear();
    Runtime.getRuntime().removeShutdownHook(interrupted);
    if (failed) {
      System.err.println("fire: the logs are in " + folder);
    } else {
      delete(folder);
    }
  }

  private static void delete(Path folder) {
    try {
      FolderTree.delete(folder);
    } catch (IOException e) {
      System.err.println("note: " + folder + " could not be deleted: " + e.getMessage());
    }
  }
}
