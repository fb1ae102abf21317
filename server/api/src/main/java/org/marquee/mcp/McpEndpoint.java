package org.marquee.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.marquee.http.body.BodyLimit;
import org.marquee.http.handler.Handler;
import org.marquee.http.handler.Router;
import org.marquee.http.message.Cors;
import org.marquee.http.message.ErrorBody;
import org.marquee.http.message.Header;
import org.marquee.http.message.Request;
import org.marquee.http.message.Response;
import org.marquee.mcp.Protocol.Incoming;
import org.marquee.v1.Api;
import org.marquee.v1.answer.Caller;
import org.marquee.v1.answer.Errors;

/// The protocol over HTTP ("Streamable HTTP", without streams): one message is one POST to `/mcp`
/// with a key, as for every operation, and takes one token of the rate.
public final class McpEndpoint {
  private static final String PATH = "/mcp";

  private static final String FOREIGN_PAGE =
      "pages of this origin may not use this service; its operator can name the origin in"
          + " MARQUEE_CORS_ORIGINS";

  /// How long a message may take to arrive.
  private static final Duration ARRIVING = Duration.ofSeconds(10);

  /// Reading all titles takes longest.
  private static final Duration LONGEST_CALL = Duration.ofSeconds(10);

  private static final Header UNCACHED = new Header("Cache-Control", "no-store");

  private final Api api;
  private final Protocol protocol;
  private final Cors cors;
  private final Executor reading;

  /// @param api admits callers and answers
  /// @param cors which web pages may send messages
  /// @param reading runs what may block
  /// @param version of the program
  public McpEndpoint(Api api, Cors cors, Executor reading, String version) {
    this.api = api;
    this.cors = cors;
    this.reading = reading;
    protocol = new Protocol(api.answers(), version);
  }

  /// Adds the endpoint to the routes of a port.
  public void addTo(Router.Builder routes) {
    routes.route("POST", PATH, BodyLimit.of(Protocol.LONGEST, ARRIVING), this::handle);
  }

  private void handle(Request request, Handler.Reply reply) {
    if (cors.names(request)) {
      api.admit(request, reply, this::readIfAllowed);
    } else {
      // The transport asks for this: a page that has made its name ours (DNS rebinding).
      reply.send(error(403, "forbidden", FOREIGN_PAGE, request));
    }
  }

  private void readIfAllowed(Caller caller) {
    Response refusal = refusal(caller.request());
    if (refusal == null) {
      reading.execute(() -> read(caller));
    } else {
      caller.send(refusal);
    }
  }

  private void read(Caller caller) {
    byte[] message;
    try {
      message = caller.request().body().readAllBytes();
    } catch (IOException _) {
      return; // the server has answered what is wrong with the body
    } catch (RuntimeException e) {
      caller.reply().fail(e);
      return;
    }
    caller
        .reply()
        .sendFrom(
            reading,
            caller.request(),
            () -> caller.rated(response(message)),
            LONGEST_CALL,
            () -> caller.rated(Errors.unavailable(caller.request())));
  }

  /// Over HTTP nothing can be cancelled: who does not want an answer closes the connection.
  private Response response(byte[] message) {
    return switch (Protocol.read(message)) {
      case Incoming.Request request ->
          Response.json(200, protocol.answer(request).getBytes(UTF_8), UNCACHED);
      case Incoming.NoMessage(String json) -> Response.json(400, json.getBytes(UTF_8), UNCACHED);
      case Incoming.Cancelled _, Incoming.Other _ -> Response.empty(202, UNCACHED);
    };
  }

  /// What is wrong with the header fields of a request; null where nothing is.
  private static @Nullable Response refusal(Request request) {
    List<String> versions = request.headers().all("MCP-Protocol-Version");
    if (!Protocol.VERSIONS.containsAll(versions)) {
      return error(
          400,
          "bad_request",
          "MCP-Protocol-Version must be one of " + String.join(", ", Protocol.VERSIONS),
          request);
    }
    if (!types(request, "Content-Type", List.of("application/json"))) {
      return error(415, "bad_request", "send application/json", request);
    }
    return types(request, "Accept", List.of("application/json", "application/*", "*/*"))
        ? null
        : error(406, "bad_request", "accept application/json: all answers have that type", request);
  }

  /// Whether a field names one of some media types, or is not there.
  private static boolean types(Request request, String field, List<String> wanted) {
    List<String> values = request.headers().all(field);
    for (String value : values) {
      for (String each : value.split(",", -1)) {
        String type = each.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (wanted.contains(type)) {
          return true;
        }
      }
    }
    return values.isEmpty();
  }

  private static Response error(int status, String code, String message, Request request) {
    return ErrorBody.of(status, code, message, request.id());
  }
}
