package org.marquee.listing;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Tells URIs (RFC 3986) from what merely looks like one. `java.net.URI` takes non-ASCII letters
/// and relative references, and refuses some hosts that the RFC allows.
public final class Uri {
  /// Unreserved letters and sub-delimiters, and the percent sign of an escape.
  private static final String PLAIN = "A-Za-z0-9._~!$&'()*+,;=%-";

  private static final String OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
  private static final String GROUP = "[0-9A-Fa-f]{1,4}";
  private static final String LAST = "(?:%1$s:%1$s|%2$s(?:\\.%2$s){3})".formatted(GROUP, OCTET);

  /// What stands in brackets, an IPv6address or an IPvFuture (RFC 3986, 3.2.2).
  private static final Pattern ADDRESS =
      Pattern.compile(
          ("(?:G:){6}L|::(?:G:){5}L|(?:G)?::(?:G:){4}L|(?:(?:G:){0,1}G)?::(?:G:){3}L"
                  + "|(?:(?:G:){0,2}G)?::(?:G:){2}L|(?:(?:G:){0,3}G)?::G:L|(?:(?:G:){0,4}G)?::L"
                  + "|(?:(?:G:){0,5}G)?::G|(?:(?:G:){0,6}G)?::"
                  + "|[vV][0-9A-Fa-f]+\\.[A-Za-z0-9._~!$&'()*+,;=:-]+")
              .replace("G", GROUP)
              .replace("L", LAST));

  private static final Pattern FORM =
      Pattern.compile(
          "[A-Za-z][A-Za-z0-9+.-]*+:"
              + "(?://(?:[P:]*@)?(?:\\[(?<address>[^\\]]*)]|[P]*)(?::[0-9]*)?(?=[/?#]|$)|(?!//))"
                  .replace("P", PLAIN)
              + "[P:@/]*+(?:\\?[P:@/?]*+)?(?:#[P:@/?]*+)?".replace("P", PLAIN));

  private static final Pattern BAD_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");

  private Uri() {}

  /// Whether `text` is a URI with a scheme; a fragment is allowed (RFC 3986, 3).
  public static boolean isUri(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches() || (text.indexOf('%') >= 0 && BAD_ESCAPE.matcher(text).find())) {
      return false;
    }
    @Nullable String address = form.group("address");
    return address == null || ADDRESS.matcher(address).matches();
  }
}
