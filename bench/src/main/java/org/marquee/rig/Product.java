package org.marquee.rig;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A checkout of Marquee, used through its launcher as an operator does.
///
/// @param folder of the checkout
/// @param before words before each of its commands, such as those of `taskset`
public record Product(Path folder, List<String> before) {
  private static final String PROVIDER = "rig";

  /// Whose keys are made.
  public static final String ORGANIZATION = "rig";

  /// The checkout in a folder.
  public static Product in(Path folder) {
    return new Product(folder.toAbsolutePath(), List.of());
  }

  /// The checkout that this program is run from.
  public static Product here() {
    return in(Path.of(""));
  }

  /// The same on these processors.
  ///
  /// @param processors as `taskset -c` takes them
  public Product on(String processors) {
    return new Product(folder, List.of("taskset", "-c", processors));
  }

  /// The same at low priority, as if its commands ran on another machine than the nodes.
  public Product nice() {
    return new Product(folder, List.of("nice", "-n", "19"));
  }

  /// What the launcher runs.
  public Path jar() {
    return folder.resolve("server/target/marquee.jar");
  }

  /// A command with all its words.
  public List<String> command(Where where, String... words) {
    List<String> command = new ArrayList<>(before);
    command.add(folder.resolve("marquee").toString());
    command.addAll(List.of(words));
    command.addAll(List.of("--home", where.home().toString()));
    if (!where.database().isEmpty()) {
      command.addAll(List.of("--database", where.database()));
    }
    return command;
  }

  /// The home and the database of a command.
  ///
  /// @param database the URL of an external database; empty for the embedded one of the home
  public record Where(Path home, String database) {}

  /// Runs a command to its end.
  ///
  /// @return what it wrote, to standard output and standard error
  /// @throws IOException if it fails: nothing was acknowledged then
  public String run(Where where, String... words) throws IOException, InterruptedException {
    return Program.run(command(where, words));
  }

  /// Imports a feed.
  public void ingest(Where where, Path feed) throws IOException, InterruptedException {
    run(where, "ingest", feed.toString(), "--provider", PROVIDER);
  }

  /// Makes an organization without a limit of its rate, and a key.
  ///
  /// @return the key
  public String organization(Where where) throws IOException, InterruptedException {
    run(where, "organization", "create", ORGANIZATION);
    run(where, "entitlement", "grant", ORGANIZATION, "--plan", "unlimited");
    return key(where).secret();
  }

  /// A key that was created.
  public record Key(String id, String secret) {}

  /// Creates one more key.
  public Key key(Where where) throws IOException, InterruptedException {
    String[] words = run(where, "key", "create", ORGANIZATION).strip().split("\\s+");
    return new Key(id(words), words[words.length - 1]);
  }

  /// Revokes a key. Revoking it again does nothing.
  public void revoke(Where where, String keyId) throws IOException, InterruptedException {
    run(where, "key", "revoke", keyId);
  }

  private static String id(String[] words) {
    for (String word : words) {
      if (word.matches("key_[a-z0-9]+[,.:]?")) {
        return word.replaceAll("[,.:]$", "");
      }
    }
    return "";
  }
}
