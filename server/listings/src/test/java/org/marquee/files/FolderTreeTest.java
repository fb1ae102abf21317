package org.marquee.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderTreeTest {
  @TempDir private Path temporary;

  @Test
  void a_folder_goes_with_all_that_is_in_it_and_a_missing_one_is_no_error() throws Exception {
    Path folder = temporary.resolve("folder");
    Files.writeString(Files.createDirectories(folder.resolve("a/b")).resolve("file"), "text");
    FolderTree.delete(folder);
    assertThat(folder).doesNotExist();
    FolderTree.delete(folder);
  }

  /// As the `initdb` of a killed process does, until it misses its folder.
  @Test
  void a_folder_goes_while_a_program_still_writes_into_it() throws Exception {
    Path folder = Files.createDirectory(temporary.resolve("folder"));
    Path inner = Files.createDirectory(folder.resolve("data"));
    CountDownLatch writing = new CountDownLatch(1);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<Integer> written = thread.submit(() -> write(inner, writing));
      writing.await();
      FolderTree.delete(folder);
      assertThat(folder).doesNotExist();
      assertThat(written.get()).isPositive();
    } finally {
      thread.shutdownNow();
    }
  }

  private static int write(Path folder, CountDownLatch writing) throws IOException {
    int written = 0;
    while (!Thread.interrupted()) {
      try {
        Files.createFile(folder.resolve("file " + written));
      } catch (NoSuchFileException _) {
        return written;
      }
      if (++written == 1000) {
        writing.countDown();
      } else if (written > 1000) {
        LockSupport.parkNanos(
            1_000_000); // Who did nothing else could outrun any program that deletes.
      }
    }
    return written;
  }
}
