package org.marquee.store.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Who changes what is stored, and from where: what the audit says beside each change.
///
/// @param user of the operating system; `alice as marquee` where sudo made one of the other, or
///   where `MARQUEE_ACTOR` names her
/// @param token the name of the token that was shown; null: none was needed
/// @param host the name of the machine
/// @param via the command, such as `key revoke`, or another way in
public record Actor(String user, @Nullable String token, String host, String via) {
  /// Asking for the name by its address may wait for a name server.
  private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

  /// The variable in which a program, such as a portal, names the person for whom it asks. Nobody
  /// checks that name.
  private static final String PERSON = "MARQUEE_ACTOR";

  private static final int LONGEST_NAME = 80;

  /// The user who runs this program, on this machine.
  ///
  /// @throws IllegalArgumentException if the variable with the person's name has no such name
  public static Actor here(String via) {
    Map<String, String> environment = System.getenv();
    return new Actor(
        user(System.getProperty("user.name", "?"), environment), null, host(environment), via);
  }

  /// What is wrong with the name of the person, if there is one and anything is.
  public static Optional<String> fault(Map<String, String> environment) {
    String asked = asked(environment);
    return asked.length() <= LONGEST_NAME
            && asked.chars().allMatch(letter -> letter >= ' ' && letter < 0x7f)
        ? Optional.empty()
        : Optional.of(PERSON + ": the name of a person has 1 to 80 printable ASCII characters");
  }

  private static String asked(Map<String, String> environment) {
    return environment.getOrDefault(PERSON, "").strip();
  }

  static String user(String name, Map<String, String> environment) {
    fault(environment)
        .ifPresent(what -> {
          throw new IllegalArgumentException(what);
        });
    String asked = asked(environment);
    String person = asked.isEmpty() ? environment.getOrDefault("SUDO_USER", name) : asked;
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
