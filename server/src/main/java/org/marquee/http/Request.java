package org.marquee.http;

import java.net.InetAddress;
import java.util.List;

/// A well-formed request, its body already drained.
///
/// @param method one of the methods of RFC 9110 and PATCH, as sent
/// @param path the segments of the path, percent-decoded: `/v1/films` is `[v1, films]`, a final
///   slash adds an empty one
/// @param query in the order sent; a pair without `=` has an empty value, empty pairs are left out
/// @param headers all header fields, names in any case
/// @param peer the address at the other end of the connection
/// @param id the request id: the caller's own if it may come back, else one of ours
public record Request(
    String method,
    List<String> path,
    List<Parameter> query,
    Headers headers,
    InetAddress peer,
    String id) {

  /// The header fields of a request.
  public interface Headers {
    /// All values of the field `name`, in the order sent; empty where there is none.
    List<String> all(String name);
  }

  /// Whether this only reads: GET or HEAD.
  public boolean isRead() {
    return method.equals("GET") || method.equals("HEAD");
  }
}
