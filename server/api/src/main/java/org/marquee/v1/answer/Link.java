package org.marquee.v1.answer;

import org.marquee.http.message.Parameter;
import org.marquee.http.message.Request;
import org.marquee.v1.declaration.Operation;

/// The link to the next page, relative to the service (docs/api.md, "Pages and cursors"; RFC 8288).
///
/// @param operation a list
public record Link(Operation operation, Request request) {
  private static final int USUAL_LENGTH = 320;

  /// The value of the field `Link`.
  public String next(String cursor) {
    StringBuilder link =
        new StringBuilder(USUAL_LENGTH).append('<').append(operation.route()).append('?');
    for (Parameter filter : request.query()) {
      if (!filter.name().equals("cursor")) {
        // Names are those of known parameters; a raw value may hold what would end the link or its
        // field.
        link.append(filter.name()).append('=').append(harmless(filter.raw())).append('&');
      }
    }
    return link.append("cursor=").append(cursor).append(">; rel=\"next\"").toString();
  }

  private static String harmless(String raw) {
    return raw.replace("<", "%3C").replace(">", "%3E").replace("\"", "%22").replace(" ", "%20");
  }
}
