package org.marquee.site.frame;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Hosts of the web as a `Content-Security-Policy` names them: `rex.example`, `*.rex.example`,
/// `https://rex.example:8443` (CSP Level 3, 2.3.1).
public final class WebHosts {
  /// No host.
  public static final WebHosts NONE = new WebHosts(List.of());

  private static final Pattern NAME =
      Pattern.compile(
          "(https?://)?(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)*(:[0-9]{1,5})?",
          Pattern.CASE_INSENSITIVE);

  /// Every host, where that is allowed.
  private static final String ANY = "*";

  private final List<String> names;
  private final Pattern addresses;

  private WebHosts(List<String> names) {
    this.names = names;
    String all = names.stream().map(WebHosts::addresses).collect(joining("|"));
    addresses = Pattern.compile("(" + all + ")[/?#].*", Pattern.CASE_INSENSITIVE);
  }

  /// Only called with names that were checked: of their letters, dots and asterisks alone mean
  /// something in a pattern.
  private static String addresses(String name) {
    String hosts = name.replace(".", "\\.").replace("*", "[a-z0-9.-]+");
    return name.contains("://") ? hosts : "https?://" + hosts;
  }

  /// Reads hosts that are separated by commas.
  ///
  /// @throws IllegalArgumentException if one of them is none
  public static WebHosts read(String text) {
    List<String> names = split(text);
    for (String name : names) {
      if (!NAME.matcher(name).matches()) {
        throw new IllegalArgumentException(
            "must be hosts, separated by commas, such as rex.example, *.rex.example or"
                + " https://rex.example:8443, not "
                + name);
      }
    }
    return new WebHosts(names);
  }

  /// Reads hosts that are separated by commas, or `*` for all.
  ///
  /// @throws IllegalArgumentException if one of them is none
  public static WebHosts readOrAny(String text) {
    return text.strip().equals(ANY) ? new WebHosts(List.of(ANY)) : read(text);
  }

  private static List<String> split(String text) {
    return Stream.of(text.split(",", -1))
        .map(String::strip)
        .filter(each -> !each.isEmpty())
        .toList();
  }

  /// Whether there is none.
  public boolean isEmpty() {
    return names.isEmpty();
  }

  /// Whether an address is at one of them.
  public boolean have(String address) {
    return addresses.matcher(address).matches();
  }

  /// As the policy has them, separated by spaces.
  @Override
  public String toString() {
    return String.join(" ", names);
  }
}
