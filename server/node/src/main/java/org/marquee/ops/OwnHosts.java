package org.marquee.ops;

import java.util.Set;
import java.util.regex.Pattern;
import org.marquee.http.body.BodyLimit;
import org.marquee.http.handler.Handler;
import org.marquee.http.message.ErrorBody;
import org.marquee.http.message.Request;
import org.marquee.http.message.Response;

/// Passes on the requests that are meant for this port, and answers 421 to others.
///
/// A web page may have its own name resolve to this machine, and a browser inside the network would
/// then read health and metrics for it (DNS rebinding). Such a request names the host of the page.
/// An address cannot be rebound, nor can `localhost`; the operator lists other names.
///
/// @param port answers the requests that are let through
/// @param names of this port besides `localhost`, in lower case
public record OwnHosts(Handler port, Set<String> names) implements Handler {
  private static final Pattern ADDRESS =
      Pattern.compile("\\[[^]]*]|\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");

  public OwnHosts {
    names = Set.copyOf(names);
  }

  @Override
  public void handle(Request request, Reply reply) {
    if (isOwn(request.host())) {
      port.handle(request, reply);
    } else {
      reply.send(
          ErrorBody.of(
              421,
              "bad_request",
              "this port answers to IP addresses, localhost and the names in MARQUEE_OPS_HOSTS",
              request.id()));
    }
  }

  @Override
  public BodyLimit body(Request request) {
    return isOwn(request.host()) ? port.body(request) : BodyLimit.IGNORED;
  }

  @Override
  public Response refusal(Request request, Response fault) {
    return isOwn(request.host()) ? port.refusal(request, fault) : fault;
  }

  private boolean isOwn(String host) {
    if (host.isEmpty()) {
      return true; // HTTP/1.0; browsers speak HTTP/1.1 and always name a host
    }
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    return name.equals("localhost") || ADDRESS.matcher(name).matches() || names.contains(name);
  }
}
