package org.marquee.app.home;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A database URL as `psql` and most other programs take it (PostgreSQL manual, 34.1.1.2): the same
/// for the JDBC driver.
final class LibpqUrl {
  /// Everything up to the last `@` before the path is the account; hosts follow, then the database.
  private static final Pattern FORM =
      Pattern.compile(
          "postgres(?:ql)?://(?:(?<user>[^:@/?]*)(?::(?<password>[^@/?]*))?@)?"
              + "(?<hosts>[^@/?]+)(?:/(?<name>[^?]*))?(?:\\?(?<parameters>.*))?");

  /// The names of parameters in both.
  private static final Map<String, String> PARAMETERS =
      Map.ofEntries(
          Map.entry("user", "user"),
          Map.entry("password", "password"),
          Map.entry("sslmode", "sslmode"),
          Map.entry("sslrootcert", "sslrootcert"),
          Map.entry("sslcert", "sslcert"),
          Map.entry("sslkey", "sslkey"),
          Map.entry("sslpassword", "sslpassword"),
          Map.entry("sslnegotiation", "sslNegotiation"),
          Map.entry("channel_binding", "channelBinding"),
          Map.entry("gssencmode", "gssEncMode"),
          Map.entry("connect_timeout", "connectTimeout"),
          Map.entry("options", "options"),
          Map.entry("target_session_attrs", "targetServerType"));

  /// Which of several hosts to use (PostgreSQL manual, `target_session_attrs`), in the driver's
  /// words.
  private static final Map<String, String> TARGETS =
      Map.of(
          "any", "any",
          "read-write", "primary",
          "primary", "primary",
          "read-only", "secondary",
          "standby", "secondary",
          "prefer-standby", "preferSecondary");

  private LibpqUrl() {}

  static boolean isOne(String text) {
    return text.startsWith("postgresql:") || text.startsWith("postgres:");
  }

  /// The JDBC URL of the same database.
  ///
  /// @throws IllegalArgumentException if it cannot be read; the message says why, without quoting
  ///   what may be a password
  static String toJdbc(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(DatabaseUrl.WHAT);
    }
    StringJoiner parameters = new StringJoiner("&");
    if (parts.group("user") != null) {
      parameters.add("user=" + encoded(decoded(parts.group("user"))));
    }
    if (parts.group("password") != null) {
      parameters.add("password=" + encoded(decoded(parts.group("password"))));
    }
    if (parts.group("parameters") != null) {
      for (String each : parts.group("parameters").split("&", -1)) {
        parameters.add(parameter(each));
      }
    }
    String name = parts.group("name") == null ? "" : parts.group("name");
    return "jdbc:postgresql://"
        + parts.group("hosts")
        + "/"
        + name
        + (parameters.length() == 0 ? "" : "?" + parameters);
  }

  private static String parameter(String text) {
    String[] pair = text.split("=", 2);
    String name = PARAMETERS.get(pair[0]);
    if (pair.length < 2 || name == null) {
      throw new IllegalArgumentException(
          "a database URL of the form postgresql://… takes the parameters "
              + String.join(", ", PARAMETERS.keySet().stream().sorted().toList())
              + ". For others use the form jdbc:postgresql://…");
    }
    String value = decoded(pair[1]);
    if (pair[0].equals("target_session_attrs")) {
      value = TARGETS.get(value);
      if (value == null) {
        throw new IllegalArgumentException(
            "target_session_attrs is one of "
                + String.join(", ", TARGETS.keySet().stream().sorted().toList()));
      }
    }
    return name + "=" + encoded(value);
  }

  /// A plus sign is a plus sign.
  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /// As the driver decodes it.
  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
