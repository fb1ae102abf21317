package org.marquee.http.admission;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A field in which proxies name the client: a list of addresses, to which each proxy appends one.
public enum ForwardedField {
  /// The proxies name nobody.
  NONE("none"),

  /// `X-Forwarded-For: 192.0.2.43, 2001:db8::17`, which most proxies send.
  X_FORWARDED_FOR("X-Forwarded-For"),

  /// `Forwarded: for=192.0.2.43;proto=https, for="[2001:db8::17]:4711"` (RFC 7239).
  FORWARDED("Forwarded") {
    @Override
    @Nullable String node(String element) {
      String found = null;
      int end = element.length();
      while (end >= 0) {
        int start = start(element, end, ';');
        String pair = element.substring(start, end).strip();
        if (pair.toLowerCase(Locale.ROOT).startsWith(FOR)) {
          if (found != null) {
            return null;
          }
          found = unquoted(pair.substring(FOR.length()));
        }
        end = start - 1;
      }
      return found;
    }
  };

  private static final String FOR = "for=";

  private final String field;

  ForwardedField(String field) {
    this.field = field;
  }

  /// The name of the field; `none` for [#NONE].
  public String field() {
    return field;
  }

  /// The text of an element that names the node; null where there is none, or more than one.
  @Nullable String node(String element) {
    return element;
  }

  /// Where the last element of what is before `end` starts.
  int lastElement(String line, int end) {
    return start(line, end, ',');
  }

  /// The address that an element names; null where it names none.
  @Nullable InetAddress address(String element) {
    String node = node(element);
    return node == null ? null : literal(withoutPort(node));
  }

  /// Where the last part before `end` starts. Quotes are counted from the end: what a client left
  /// open must not swallow what a proxy has appended.
  private static int start(String text, int end, char separator) {
    boolean quoted = false;
    int at = end - 1;
    while (at >= 0 && (quoted || text.charAt(at) != separator)) {
      quoted ^= text.charAt(at) == '"';
      at--;
    }
    return at + 1;
  }

  private static String unquoted(String value) {
    return value.length() > 1 && value.startsWith("\"") && value.endsWith("\"")
        ? value.substring(1, value.length() - 1)
        : value;
  }

  /// `192.0.2.43:4711` and `[2001:db8::17]:4711` without the port and the brackets.
  private static String withoutPort(String node) {
    if (node.startsWith("[")) {
      int end = node.indexOf(']');
      boolean sound = end > 0 && (end + 1 == node.length() || node.charAt(end + 1) == ':');
      return sound ? node.substring(1, end) : "";
    }
    int colon = node.indexOf(':');
    return colon >= 0 && colon == node.lastIndexOf(':') ? node.substring(0, colon) : node;
  }

  /// Names are not looked up, and a zone (`%eth0`) means something on one machine only.
  private static @Nullable InetAddress literal(String text) {
    boolean address =
        NetUtil.isValidIpV4Address(text)
            || (text.indexOf('%') < 0 && NetUtil.isValidIpV6Address(text));
    return address ? InetAddress.ofLiteral(text) : null;
  }
}
