package org.marquee.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import org.marquee.files.FileOwner;
import org.marquee.files.FolderTree;
import org.marquee.files.PrivateFiles;
import org.marquee.listing.Sha256;

/// The folder with the data of one major version of PostgreSQL, and the password to it.
///
/// Both are made aside and renamed when they are whole: what a kill leaves half made is never taken
/// for a database. A home that has had a database remembers that beside it, in the folder of the
/// server: where the data is missing then, its disk is, and an empty database in its place would
/// look like a loss of everything.
final class DataFolder {
  private static final int VERSION = 18;
  private static final String PREFIX = "pgdata-";
  private static final String NAME = PREFIX + VERSION;

  /// The file by which a home remembers that it has had a database.
  private static final String MARKER = "database-exists";

  /// The file in the data that says which Marquee it is of, as `PG_VERSION` says which PostgreSQL.
  /// Programs before 0.1.0 wrote none.
  private static final String OURS = "MARQUEE_VERSION";

  /// The first version that reads such data.
  private static final String READ_SINCE = "0.1\n";

  private static final String PARTIAL = NAME + ".partial-";
  private static final int PASSWORD_BYTES = 24;

  private DataFolder() {}

  static Path in(Path home) {
    return home.resolve(NAME);
  }

  /// Says whether the data may be used, or made if there is none. Only under the [HomeLock].
  ///
  /// @param folder the folder of the server, where the home remembers that it has had a database
  /// @throws IOException if the data is gone, or of a newer PostgreSQL; the message says what to do
  static void check(Path home, Path folder) throws IOException {
    refuseNewer(home);
    Path data = in(home);
    if (exists(data)) {
      refuseOther(data);
      remember(folder);
      return;
    }
    if (isRemembered(folder)) {
      throw new IOException(
          """
          the database of this home is gone: there is no data in %s.
          If it is on a disk of its own, mount that. If it is lost, put a backup of the folder there.
          To begin with an empty database instead, remove the file %s\
          """
              .formatted(data, folder.resolve(MARKER)));
    }
    if (Files.isDirectory(data)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(data)) {
        if (files.iterator().hasNext()) {
          throw new IOException(
              "%s holds files, but no database of PostgreSQL: move it away, or name another home"
                  .formatted(data));
        }
      }
    }
  }

  static boolean isRemembered(Path folder) {
    return Files.exists(folder.resolve(MARKER));
  }

  private static boolean exists(Path data) {
    return Files.exists(data.resolve("PG_VERSION"));
  }

  /// Whether it is of a program before 0.1.0.
  static boolean isOlder(Path data) {
    return exists(data) && Files.notExists(data.resolve(OURS));
  }

  private static void refuseNewer(Path home) throws IOException {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(home, PREFIX + "[0-9]*")) {
      for (Path each : folders) {
        String version = each.getFileName().toString().substring(PREFIX.length());
        if (version.matches("[0-9]{1,4}") && Integer.parseInt(version) > VERSION && exists(each)) {
          throw new IOException(
              "the database of this home was taken over by PostgreSQL %s (%s), and this Marquee has %d: use the newer Marquee"
                  .formatted(version, each, VERSION));
        }
      }
    }
  }

  private static void refuseOther(Path data) throws IOException {
    String version = Files.readString(data.resolve("PG_VERSION")).strip();
    if (!version.equals(Integer.toString(VERSION))) {
      throw new IOException(
          "%s is data of PostgreSQL %s, and this Marquee has %d: use the Marquee that made it"
              .formatted(data, version, VERSION));
    }
  }

  private static void remember(Path folder) throws IOException {
    Path marker = folder.resolve(MARKER);
    if (!Files.exists(marker)) {
      Files.writeString(
          marker,
          """
          This home has a database. While this file exists, Marquee makes no empty one in its place.
          Remove it only to begin with nothing.
          """);
      FolderTree.sync(folder);
    }
  }

  /// Makes the data folder if there is none, and sees to it that the account owns it. Only after
  /// [#check], for who has the lock of the server ([ServerWatcher#hasLock]).
  static void prepare(
      Path home, Path folder, PostgresBinaries binaries, ServerAccount account, String password)
      throws IOException {
    Path data = in(home);
    if (exists(data)) {
      account.handOver(data);
      return;
    }
    sweep(home);
    Path partial = Files.createTempDirectory(home, PARTIAL);
    try {
      Path fresh = PrivateFiles.newFolder(partial.resolve("data"));
      Path secret = write(partial.resolve("password"), password);
      account.handOver(partial);
      make(fresh, secret, binaries, account);
      Files.writeString(fresh.resolve(OURS), READ_SINCE);
      FileOwner.adopt(fresh.resolve(OURS)); // the folder is the account's already
      Files.move(fresh, data, StandardCopyOption.ATOMIC_MOVE);
      FolderTree.sync(home);
    } finally {
      FolderTree.delete(partial);
    }
    remember(folder);
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
        FolderTree.delete(leftover);
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
      FolderTree.sync(folder);
    }
    return Files.readString(file).strip();
  }

  /// A digest of the password of the home; empty where there is none, or it cannot be read.
  static Optional<String> passwordDigest(Path folder) {
    try {
      byte[] password = Files.readAllBytes(folder.resolve("password"));
      return Optional.of(HexFormat.of().formatHex(Sha256.of(password)));
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private static Path write(Path file, String secret) throws IOException {
    try (FileChannel channel = PrivateFiles.newFile(file)) {
      channel.write(ByteBuffer.wrap((secret + "\n").getBytes(UTF_8)));
      channel.force(true);
    }
    return file;
  }
}
