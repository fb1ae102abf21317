package org.marquee.notice;

import java.util.regex.Pattern;

/// Takes passwords and tokens out of text that is shown: messages, logs, reports. An address may
/// hold them before its host and in its parameters.
public final class Secrets {
  private static final String MASK = "…";

  /// `user:password@` before a host. A password that was not escaped may hold `/`, `?` or `#`.
  private static final Pattern USER_INFO =
      Pattern.compile("(?<=://)(?:[^\\s/?#@:]*:(?![0-9]{1,5}[/?#])[^\\s@]*|[^\\s/?#@]*)@");

  /// In the name of a parameter they hint at a secret. A wrong guess only hides a value.
  private static final String HINTS = "(?i:pass|pwd|secret|token|key|auth|sig|credential|session)";

  private static final Pattern PARAMETER =
      Pattern.compile("(?<=[?&;#])([\\w.%-]*" + HINTS + "[\\w.%-]*=)[^&;#\\s\"'<>]+");

  /// What begins like a key of ours, whole or not.
  private static final Pattern KEY = Pattern.compile("mq_[0-9A-Za-z]{6,}");

  private static final Pattern HINT = Pattern.compile(HINTS);

  private Secrets() {}

  /// The text with `…` in place of each key of ours, wherever it stands.
  public static String withoutKeys(String text) {
    return text.contains("mq_") ? KEY.matcher(text).replaceAll(MASK) : text;
  }

  /// Whether the value of a parameter of this name, decoded, must not be shown.
  public static boolean hides(String name) {
    return HINT.matcher(name).find();
  }

  /// The text with `…` in place of each secret.
  public static String masked(String text) {
    String masked = text;
    if (masked.contains("@") && masked.contains("://")) {
      masked = USER_INFO.matcher(masked).replaceAll(MASK + "@");
    }
    return masked.indexOf('=') < 0 ? masked : PARAMETER.matcher(masked).replaceAll("$1" + MASK);
  }
}
