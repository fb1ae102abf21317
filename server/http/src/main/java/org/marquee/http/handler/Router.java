package org.marquee.http.handler;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.http.body.BodyLimit;
import org.marquee.http.message.Cors;
import org.marquee.http.message.ErrorBody;
import org.marquee.http.message.Header;
import org.marquee.http.message.Request;
import org.marquee.http.message.Response;

/// Gives each request to the handler of its method and path, so that several packages serve on one
/// port. Answers 404, 405 and OPTIONS itself, OPTIONS without a key: it shows only what the
/// documentation shows.
public final class Router implements Handler {
  private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE");

  private final Cors cors;
  private final Routes routes;
  private final Map<String, FaultHandler> areas;
  private final String nothingHere;

  private Router(Cors cors, Routes routes, Map<String, FaultHandler> areas, String nothingHere) {
    this.cors = cors;
    this.routes = routes;
    this.areas = Map.copyOf(areas);
    this.nothingHere = nothingHere;
  }

  /// A router without routes yet.
  ///
  /// @param cors as in the settings of the server
  public static Builder builder(Cors cors) {
    return new Builder(cors);
  }

  /// Answers the requests that no route is for, as where a key is checked before the path is.
  @FunctionalInterface
  public interface FaultHandler {
    /// Takes one request and answers it once, as [Handler#handle] does.
    ///
    /// @param fault the 404 or 405, for callers that may see it
    void handle(Request request, Reply reply, Response fault);
  }

  /// Collects the routes of a port.
  ///
  /// The template of a path is made of names and placeholders: `/v1/films/{filmId}`. Names are
  /// compared with what is sent after percent-decoding. A placeholder stands for one segment, of at
  /// least one letter, which the handler finds at its place in [Request#path]. Where both fit, the
  /// name does.
  public static final class Builder {
    private final Cors cors;
    private final Routes routes = new Routes();
    private final Map<String, FaultHandler> areas = new HashMap<>();
    private String nothingHere = "there is nothing at this path";

    private Builder(Cors cors) {
      this.cors = cors;
    }

    /// Has `handler` answer GET and HEAD at a path; of its answer to HEAD the body is left out.
    ///
    /// @throws IllegalArgumentException if the template is malformed, or there is such a route
    public Builder get(String template, Handler handler) {
      return route("GET", template, BodyLimit.IGNORED, handler);
    }

    /// Has `handler` answer a method at a path.
    ///
    /// @param method GET, which brings HEAD with it, POST, PUT, PATCH or DELETE
    /// @param body what a request may carry
    /// @throws IllegalArgumentException if method or template are others, or there is such a route
    public Builder route(String method, String template, BodyLimit body, Handler handler) {
      if (!METHODS.contains(method)) {
        throw new IllegalArgumentException("not a method that a route may have: " + method);
      }
      routes.add(method, template, new Routes.Route(body, handler));
      return this;
    }

    /// Has `handler` answer 404 and 405 below a first segment of the path.
    public Builder faults(String first, FaultHandler handler) {
      areas.put(first, handler);
      return this;
    }

    /// Names in each 404 the page that lists what there is.
    ///
    /// @param path of the page: `/docs`
    public Builder help(String path) {
      nothingHere = "there is nothing at this path; " + path + " lists what there is";
      return this;
    }

    /// The router; nothing may be added after that.
    public Router build() {
      return new Router(cors, routes, areas, nothingHere);
    }
  }

  @Override
  public void handle(Request request, Reply reply) {
    Routes found = routes.find(request.path(), 0);
    Routes.Route route = null;
    if (found != null) {
      reply.route(found.template());
      route = found.route(request.method());
    }
    if (route != null) {
      route.handler().handle(request, reply);
    } else if (found != null && request.method().equals("OPTIONS")) {
      reply.send(options(request, found.allow()));
    } else {
      refuse(request, reply, fault(request, found));
    }
  }

  @Override
  public BodyLimit body(Request request) {
    Routes found = routes.find(request.path(), 0);
    Routes.Route route = found == null ? null : found.route(request.method());
    return route == null ? BodyLimit.IGNORED : route.body();
  }

  @Override
  public Response refusal(Request request, Response fault) {
    Routes found = routes.find(request.path(), 0);
    Routes.Route route = found == null ? null : found.route(request.method());
    return route == null ? fault : route.handler().refusal(request, fault);
  }

  private Response options(Request request, String allow) {
    return Response.empty(204, new Header("Allow", allow)).with(cors.preflight(request, allow));
  }

  private void refuse(Request request, Reply reply, Response fault) {
    FaultHandler area = areas.get(request.path().getFirst());
    if (area == null) {
      reply.send(fault);
    } else {
      area.handle(request, reply, fault);
    }
  }

  private Response fault(Request request, @Nullable Routes found) {
    if (found == null) {
      return ErrorBody.of(404, "not_found", nothingHere, request.id());
    }
    String allow = found.allow();
    return ErrorBody.of(405, "bad_request", "this path takes only " + allow, request.id())
        .with("Allow", allow);
  }
}
