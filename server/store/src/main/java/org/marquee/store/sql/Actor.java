package org.marquee.store.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Who changes what is stored, and from where: what the audit says beside each change.
///
/// @param user of the operating system; `alice as marquee` where sudo made one of the other
/// @param token the name of the token that was shown; null: none was needed
/// @param host the name of the machine
/// @param via the command, such as `key revoke`, or another way in
public record Actor(String user, @Nullable String token, String host, String via) {
  /// Asking for the name by its address may wait for a name server.
  private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

  /// The user who runs this program, on this machine.
  public static Actor here(String via) {
    Map<String, String> environment = System.getenv();
    return new Actor(
        user(System.getProperty("user.name", "?"), environment), null, host(environment), via);
  }

  static String user(String name, Map<String, String> environment) {
    String person = environment.getOrDefault("SUDO_USER", name);
    return person.isBlank() || person.equals(name) ? name : person + " as " + name;
  }

  private static String host(Map<String, String> environment) {
    try {
      return Files.readString(HOST_NAME).strip();
    } catch (IOException _) {
      // Another system than Linux.
      return environment.getOrDefault("HOSTNAME", environment.getOrDefault("COMPUTERNAME", "?"));
    }
  }
}
