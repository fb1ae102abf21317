package org.marquee.app.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.marquee.app.terminal.Failure;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.embedded.EmbeddedPostgres;
import org.marquee.files.FailureText;
import org.marquee.node.DatabaseMonitor;
import org.marquee.node.checkpoint.Checkpoint;
import org.marquee.notice.Secrets;
import org.marquee.store.sql.Actor;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.RefusedDatabase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The options that every command has for its folder and its database.
public final class Home {
  private static final Logger LOG = LoggerFactory.getLogger(Home.class);

  @Option(
      names = "--home",
      paramLabel = "DIR",
      description =
          "Folder of the embedded database and the reports (default: $MARQUEE_HOME, or"
              + " ~/.marquee).")
  private @Nullable Path folder;

  @Option(
      names = "--database",
      paramLabel = "URL",
      converter = DatabaseUrl.class,
      description =
          "Your own PostgreSQL (default: $MARQUEE_DATABASE, or the embedded one of the home).")
  private @Nullable String url;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "File of settings (default: $MARQUEE_CONFIG, or marquee.yaml in the home).")
  @SuppressWarnings("UnusedVariable") // it is read before all else, for the defaults of options
  private @Nullable Path config;

  @Option(
      names = "--import-wait",
      hidden = true,
      paramLabel = "DURATION",
      description = "How long an import waits for others before it gives up.")
  private Duration importWait = Database.LONGEST_WAIT;

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  private @Nullable Storage opened;

  /// Who makes what the command changes: the user who typed it.
  public Actor actor() {
    String via =
        command == null ? "marquee" : command.qualifiedName().replaceFirst("^marquee ", "");
    try {
      return Actor.here(via);
    } catch (IllegalArgumentException e) {
      throw new WrongUsage(String.valueOf(e.getMessage()));
    }
  }

  /// The folder: the one that was set, else `~/.marquee`.
  public Path folder() {
    return folder(".marquee");
  }

  /// The folder, where the command has a default of its own.
  ///
  /// @param standard the name of the default below the user's home
  public Path folder(String standard) {
    if (folder == null) {
      return Path.of(System.getProperty("user.home"), standard);
    }
    // PostgreSQL writes down where its data is, in a line.
    String text = folder.toString();
    if (text.isBlank() || text.chars().anyMatch(Character::isISOControl)) {
      throw new WrongUsage("--home takes a folder without control characters in its name");
    }
    return folder.toAbsolutePath().normalize();
  }

  /// Whether only a database was named: a service on this machine may have another home.
  public boolean isUnnamed() {
    return folder == null && url != null;
  }

  /// Opens the database for a command that may make it: the one that is named, or the embedded one,
  /// which is started if nobody has.
  public Storage open() {
    return open(folder());
  }

  /// Opens the database for a node that may answer before the database does. It is opened by a
  /// thread of its own, which the node starts, and made if it is missing.
  public Storage openInBackground() {
    Path home = folder();
    Database.Address external = external();
    if (external != null) {
      Database database = Database.unopened(() -> external, importWait, actor());
      return new Storage(home, database, DatabaseMonitor.opening(database));
    }
    refuseOlder(home);
    sayIfNew(home);
    opened = embeddedInBackground(home, importWait, actor());
    return opened;
  }

  /// Opens the embedded database under a home.
  ///
  /// @param wait how long an import waits for others
  public static Storage embeddedInBackground(Path home, Duration wait, Actor actor) {
    boolean running = EmbeddedPostgres.isRunning(home);
    AtomicReference<@Nullable EmbeddedPostgres> server = new AtomicReference<>();
    Database database = Database.unopened(() -> address(server.get()), wait, actor);
    DatabaseMonitor.Joining joining =
        () -> {
          try {
            EmbeddedPostgres joined = EmbeddedPostgres.join(home);
            UnfinishedRestore.check(home, address(joined));
            server.set(joined);
            return joined;
          } catch (IOException e) {
            throw new IOException(unusable(home, e), e);
          }
        };
    return new Storage(home, database, DatabaseMonitor.opening(database, joining, running));
  }

  private static String unusable(Path home, IOException e) {
    return "the embedded database under " + home + " cannot be used: " + FailureText.of(e);
  }

  /// Where the database of an embedded server is now.
  public static Database.Address address(@Nullable EmbeddedPostgres server) {
    return server == null
        ? new Database.Address("embedded PostgreSQL (not reached yet)", null, null)
        : new Database.Address(server.jdbcUrl(), server.user(), server.password());
  }

  /// What a node of this home keeps for its next start.
  public Checkpoint checkpoint() {
    return checkpoint(folder(), external());
  }

  /// The checkpoint of a home and the operator's own database; null: the embedded one.
  public static Checkpoint checkpoint(Path home, Database.@Nullable Address external) {
    return new Checkpoint(
        home,
        Version.number() + ", tables " + Database.tablesVersion(),
        () ->
            external == null
                ? EmbeddedPostgres.identity(home)
                : Optional.of(Secrets.masked(external.url())));
  }

  /// Opens the database for a command that makes none: a home that was misspelt stays missing.
  ///
  /// @throws Failure if there is no database yet; the message says what makes one
  public Storage openExisting() {
    if (!isMade()) {
      Database.Address external = external();
      throw new Failure(external == null ? missing(folder()) : missing(external));
    }
    return open();
  }

  /// Whether there is a database with our tables, or what looks like one.
  public boolean isMade() {
    Database.Address external = external();
    return external == null ? EmbeddedPostgres.isIn(folder()) : Database.hasTables(external);
  }

  private static String missing(Path home) {
    if (Files.exists(home) && !Files.isDirectory(home)) {
      return home + " is a file, not a Marquee home. Check --home and MARQUEE_HOME.";
    }
    return (EmbeddedPostgres.wasIn(home)
            ? "the database of the home " + home + " is missing (pgdata-18). Mount or restore it."
            : "there is no Marquee home in " + home + ".")
        + " Check --home and MARQUEE_HOME. `serve`, `ingest`, `collect`, `organization create` and"
        + " `plan create` make a new home, and `restore` one from a backup.";
  }

  private static String missing(Database.Address external) {
    return "the database "
        + external
        + " has no Marquee tables. Check --database and MARQUEE_DATABASE. `serve`, `ingest`,"
        + " `collect` and `organization create` make the tables.";
  }

  /// The database that the operator named; null: the embedded one.
  public Database.@Nullable Address external() {
    return url == null ? null : new Database.Address(url, null, null);
  }

  /// Opens the storage of another folder.
  public Storage open(Path home) {
    Database.Address external = external();
    if (external == null) {
      refuseOlder(home);
    }
    Checkpoint.noteUse(home);
    if (external != null) {
      return Storage.of(home, Database.open(() -> external, importWait, actor())).ofCommand();
    }
    sayIfNew(home);
    try {
      opened = embedded(home, importWait, actor()).ofCommand();
      return opened;
    } catch (IOException e) {
      throw new Failure(unusable(home, e), e);
    }
  }

  /// Refuses a home of a program before 0.1.0, before anything in it is changed.
  public static void refuseOlder(Path home) {
    if (EmbeddedPostgres.isOlderIn(home)) {
      throw RefusedDatabase.beforeFirstRelease("the home " + home, "--home " + home);
    }
  }

  private static void sayIfNew(Path home) {
    if (!EmbeddedPostgres.isIn(home) && !EmbeddedPostgres.wasIn(home)) {
      String making = "creating a new home with a database in " + home + "…";
      if (LOG.isInfoEnabled()) {
        LOG.info(making);
      } else {
        System.err.println("marquee: " + making);
      }
    }
  }

  /// The reason that the embedded database logged for a failure since it was opened, if there is
  /// one.
  public Optional<String> trouble() {
    return opened == null ? Optional.empty() : opened.monitor().trouble();
  }

  /// Opens the embedded database under a home.
  ///
  /// @param wait how long an import waits for others
  /// @throws IOException if its server cannot be made, started or reached
  public static Storage embedded(Path home, Duration wait, Actor actor) throws IOException {
    EmbeddedPostgres server = EmbeddedPostgres.join(home);
    try {
      UnfinishedRestore.check(home, address(server));
      Database database = Database.open(() -> address(server), wait, actor);
      return Storage.of(home, database, server);
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }
}
