package org.marquee.fire;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A checkout of Marquee, used through its launcher as an operator does.
///
/// @param folder of the checkout
record Product(Path folder) {
  /// What the launcher runs.
  Path jar() {
    return folder.resolve("server/target/marquee.jar");
  }

  /// The words before a command's own.
  List<String> command(Where where, String... words) {
    List<String> command = new ArrayList<>(List.of(folder.resolve("marquee").toString()));
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
  record Where(Path home, String database) {}

  /// Runs a command to its end, at low priority: operators use another machine than the nodes.
  ///
  /// @return what it wrote, to standard output and standard error
  /// @throws IOException if it fails: nothing was acknowledged then
  String run(Where where, String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("nice", "-n", "19"));
    command.addAll(command(where, words));
    return Program.run(command);
  }

  /// Imports a feed.
  void ingest(Where where, Path feed) throws IOException, InterruptedException {
    run(where, "ingest", feed.toString(), "--provider", "fire");
  }

  /// Makes an organization without a limit of its rate, and a key.
  ///
  /// @return the key
  String organization(Where where) throws IOException, InterruptedException {
    run(where, "organization", "create", "fire");
    run(where, "entitlement", "grant", "fire", "--plan", "unlimited");
    return key(where).secret();
  }

  /// A key that was created.
  record Key(String id, String secret) {}

  /// Creates one more key.
  Key key(Where where) throws IOException, InterruptedException {
    String[] words = run(where, "key", "create", "fire").strip().split("\\s+");
    return new Key(id(words), words[words.length - 1]);
  }

  /// Revokes a key. Revoking it again does nothing.
  void revoke(Where where, String keyId) throws IOException, InterruptedException {
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
