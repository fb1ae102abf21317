package org.marquee.http.message;

import java.io.InputStream;
import java.net.InetAddress;
import java.util.List;
import java.util.function.Supplier;
import org.marquee.http.admission.CountedConnection;
import org.marquee.http.admission.Proxies;

/// A well-formed request.
public final class Request {
  private final String method;
  private final String target;
  private final Target.Read parts;
  private final Headers headers;
  private final CountedConnection connection;
  private final Proxies proxies;
  private final String id;
  private final Supplier<InputStream> body;

  /// @param parts of the target
  /// @param body its body, as far as it is known by then
  public Request(
      String method,
      String target,
      Target.Read parts,
      Headers headers,
      CountedConnection connection,
      Proxies proxies,
      String id,
      Supplier<InputStream> body) {
    this.method = method;
    this.target = target;
    this.parts = parts;
    this.headers = headers;
    this.connection = connection;
    this.proxies = proxies;
    this.id = id;
    this.body = body;
  }

  /// The header fields of a request.
  public interface Headers {
    /// All values of the field `name`, in the order sent; empty where there is none.
    List<String> all(String name);
  }

  /// One of the methods of RFC 9110 and PATCH, as sent.
  public String method() {
    return method;
  }

  /// The target as sent, visible ASCII, at most 8 KiB. Equal targets have equal paths and queries,
  /// which makes it a key for what is kept; not the other way round.
  public String target() {
    return target;
  }

  /// The host that the request is meant for, without its port and in lower case: `rex.example`,
  /// `127.0.0.1`, `[::1]`. That of an absolute target comes before the field `Host` (RFC 9112,
  /// 3.2.2). Empty where a client of HTTP/1.0 names none.
  public String host() {
    String authority = parts.authority();
    List<String> fields = headers.all("Host");
    return Authority.host(!authority.isEmpty() || fields.isEmpty() ? authority : fields.getFirst());
  }

  /// The segments of the path, percent-decoded: `/v1/films` is `[v1, films]`, a final slash adds an
  /// empty one.
  public List<String> path() {
    return parts.path();
  }

  /// In the order sent; a pair without `=` has an empty value, empty pairs are left out.
  public List<Parameter> query() {
    return parts.query();
  }

  /// All header fields, names in any case.
  public Headers headers() {
    return headers;
  }

  /// Whether the client takes an answer that is compressed with gzip.
  public boolean acceptsGzip() {
    return AcceptEncoding.allowsGzip(headers.all("Accept-Encoding"));
  }

  /// The address at the other end of the connection.
  public InetAddress peer() {
    return connection.peer();
  }

  /// The address of the client: the peer, or the one that a trusted proxy names ([Proxies]).
  public InetAddress client() {
    return proxies.client(connection.peer(), headers::all);
  }

  /// Whether an address is that of a trusted proxy. Where that of the client is, the proxy forwards
  /// no address, and all who come through it look like one.
  public boolean isProxy(InetAddress address) {
    return proxies.contains(address);
  }

  /// The body, where the route has a `BodyLimit` of its own; else nothing. It arrives while it is
  /// read, and reading waits for it: read it on a virtual thread, never on an event loop. A client
  /// that expects `100-continue` is asked for it with the first read.
  ///
  /// A body that is too large, too slow or cut short is answered by the server, and reading it
  /// fails. The connection ends with an answer that is given before the end of the body was read.
  public InputStream body() {
    return body.get();
  }

  /// The request id: the caller's own if it may come back, else one of ours.
  public String id() {
    return id;
  }
}
