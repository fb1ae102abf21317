package org.marquee.v1;

import java.util.List;
import org.marquee.http.Parameter;
import org.marquee.http.Request;

/// The link to the next page, relative to the service (RFC 8288; contract, "Last page").
///
/// @param path of the list
/// @param filters the parameters of the request as they were sent, the cursor apart
record Link(String path, List<Parameter> filters) {
  static Link of(Operation operation, Request request) {
    return new Link(
        operation.route(),
        request.query().stream().filter(parameter -> !parameter.name().equals("cursor")).toList());
  }

  /// The value of the field `Link`.
  String next(String cursor) {
    StringBuilder link = new StringBuilder("<").append(path).append('?');
    for (Parameter filter : filters) {
      // Names are those of known parameters; a raw value may hold what would end the link or its
      // field.
      link.append(filter.name()).append('=').append(harmless(filter.raw())).append('&');
    }
    return link.append("cursor=").append(cursor).append(">; rel=\"next\"").toString();
  }

  private static String harmless(String raw) {
    return raw.replace("<", "%3C").replace(">", "%3E").replace("\"", "%22").replace(" ", "%20");
  }
}
