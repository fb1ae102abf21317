package org.marquee.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Set;

/// The folder with the data of one major version of PostgreSQL, and the password to it.
///
/// Both are made aside and renamed when they are whole: what a kill leaves half made is never taken
/// for a database.
final class DataFolder {
  private static final String NAME = "pgdata-18";
  private static final String PARTIAL = NAME + ".partial-";
  private static final int PASSWORD_BYTES = 24;

  private DataFolder() {}

  /// The place of the data in a home, made or not.
  static Path in(Path home) {
    return home.resolve(NAME);
  }

  /// Makes the data folder if there is none, and sees to it that the account owns it. Only under
  /// the [HomeLock].
  static void prepare(Path home, PostgresBinaries binaries, ServerAccount account, String password)
      throws IOException {
    Path data = in(home);
    if (Files.exists(data.resolve("PG_VERSION"))) {
      account.handOver(data);
      return;
    }
    sweep(home);
    Path partial = Files.createTempDirectory(home, PARTIAL);
    try {
      Path fresh = Files.createDirectory(partial.resolve("data"), Folders.PRIVATE);
      Path secret = write(partial.resolve("password"), password);
      account.handOver(partial);
      make(fresh, secret, binaries, account);
      Files.move(fresh, data, StandardCopyOption.ATOMIC_MOVE);
      Folders.sync(home);
    } finally {
      Folders.delete(partial);
    }
  }

  private static void make(Path data, Path secret, PostgresBinaries binaries, ServerAccount account)
      throws IOException {
    Command made =
        Command.run(
            account.command(
                binaries.program("initdb"),
                "--pgdata=" + data,
                "--username=" + EmbeddedPostgres.USER,
                "--auth=scram-sha-256",
                "--pwfile=" + secret,
                "--encoding=UTF8",
                // The collation is PostgreSQL's own, the same on every platform; of the platform's
                // there is only C everywhere.
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8",
                "--locale=C",
                "--data-checksums",
                "--no-instructions",
                "--set=max_connections=100",
                "--set=shared_buffers=192MB",
                "--set=work_mem=16MB",
                "--set=maintenance_work_mem=128MB",
                "--set=max_wal_size=2GB",
                "--set=random_page_cost=1.1",
                "--set=jit=off"));
    if (!made.succeeded()) {
      throw new IOException("PostgreSQL cannot make its data:\n" + made.output());
    }
  }

  /// Removes what interrupted attempts have left. Each attempt has a name of its own, since the
  /// `initdb` of the one before may still be writing.
  private static void sweep(Path home) throws IOException {
    try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(home, PARTIAL + "*")) {
      for (Path leftover : leftovers) {
        Folders.delete(leftover);
      }
    }
  }

  /// The password of the home, made up at first. The file is for its owner only.
  static String password(Path folder) throws IOException {
    Path file = folder.resolve("password");
    if (!Files.exists(file)) {
      byte[] random = new byte[PASSWORD_BYTES];
      new SecureRandom().nextBytes(random);
      Path partial = folder.resolve("password.partial");
      Files.deleteIfExists(partial);
      write(partial, Base64.getUrlEncoder().encodeToString(random));
      Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
      Folders.sync(folder);
    }
    return Files.readString(file).strip();
  }

  private static Path write(Path file, String secret) throws IOException {
    Set<StandardOpenOption> fresh =
        EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (FileChannel channel =
        FileChannel.open(
            file,
            fresh,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      channel.write(ByteBuffer.wrap((secret + "\n").getBytes(UTF_8)));
      channel.force(true);
    }
    return file;
  }
}
