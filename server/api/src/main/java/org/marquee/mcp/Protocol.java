package org.marquee.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonObject;
import org.marquee.json.JsonTree;
import org.marquee.json.JsonTree.Malformed;
import org.marquee.json.JsonTree.Numeral;
import org.marquee.json.JsonTree.Written;
import org.marquee.v1.Answers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers the messages of a client: JSON-RPC 2.0, as the Model Context Protocol uses it. No answer
/// depends on an earlier message. Safe for many threads; a call of a tool may block.
final class Protocol {
  /// The supported revisions, the newest first.
  static final List<String> VERSIONS =
      List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

  /// A message is at most this long, in bytes.
  static final int LONGEST = 64 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(Protocol.class);

  private static final int NOT_JSON = -32_700;
  private static final int INVALID_REQUEST = -32_600;
  private static final int UNKNOWN_METHOD = -32_601;
  private static final int INVALID_PARAMS = -32_602;
  private static final int INTERNAL_ERROR = -32_603;

  private final Toolbox tools;
  private final String version;

  /// @param version of the program
  Protocol(Answers answers, String version) {
    tools = new Toolbox(answers);
    this.version = version;
  }

  /// An error of JSON-RPC.
  private static final class Refusal extends Exception {
    private static final long serialVersionUID = 1;
    private final int code;

    Refusal(int code, String message) {
      super(message);
      this.code = code;
    }
  }

  /// What a message is.
  sealed interface Incoming {
    /// A request, which gets one answer.
    ///
    /// @param id a string, or an integer as it was written
    record Request(Object id, String method, Map<String, @Nullable Object> message)
        implements Incoming {}

    /// The answer to a request is not wanted any more.
    record Cancelled(Object id) implements Incoming {}

    /// A message that asks for nothing.
    record Other() implements Incoming {}

    /// No message.
    ///
    /// @param json the error for it
    record NoMessage(String json) implements Incoming {}
  }

  /// Reads one message.
  static Incoming read(byte[] text) {
    Object value;
    try {
      value = JsonTree.read(text);
    } catch (Malformed _) {
      return noMessage(NOT_JSON, "this is not one JSON value in UTF-8");
    }
    Map<String, @Nullable Object> message = JsonTree.object(value);
    if (message == null) {
      return noMessage(
          INVALID_REQUEST,
          value instanceof List
              ? "batches are not taken; send one message at a time"
              : "a message is an object");
    }
    return read(message);
  }

  private static Incoming read(Map<String, @Nullable Object> message) {
    if (!"2.0".equals(message.get("jsonrpc"))) {
      return noMessage(INVALID_REQUEST, "a message has \"jsonrpc\": \"2.0\"");
    }
    if (!(message.get("method") instanceof String method)) {
      boolean response = message.containsKey("result") || message.containsKey("error");
      return response && !message.containsKey("method")
          ? new Incoming.Other() // nothing was asked, so it answers nothing
          : noMessage(INVALID_REQUEST, "a request has a method, a string");
    }
    Object id = message.get("id");
    if (!message.containsKey("id")) {
      return notification(method, message);
    }
    return id instanceof String || (id instanceof Numeral number && number.isWhole())
        ? new Incoming.Request(id, method, message)
        : noMessage(INVALID_REQUEST, "the id of a request is a string or an integer");
  }

  private static Incoming notification(String method, Map<String, @Nullable Object> message) {
    Map<String, @Nullable Object> params = JsonTree.object(message.get("params"));
    Object cancelled = params == null ? null : params.get("requestId");
    return method.equals("notifications/cancelled") && cancelled != null
        ? new Incoming.Cancelled(cancelled)
        : new Incoming.Other();
  }

  /// Answers a request: one message.
  String answer(Incoming.Request request) {
    Object id = request.id();
    try {
      Map<String, @Nullable Object> message = request.message();
      Map<String, @Nullable Object> params =
          message.containsKey("params") ? JsonTree.object(message.get("params")) : Map.of();
      if (params == null) {
        throw new Refusal(INVALID_PARAMS, "params is an object");
      }
      Object result =
          switch (request.method()) {
            case "initialize" -> initialized(params);
            case "ping" -> Map.of();
            case "tools/list" -> list(params);
            case "tools/call" -> called(params);
            default -> throw new Refusal(UNKNOWN_METHOD, "there is no such method here");
          };
      return envelope(id, "result", result);
    } catch (Refusal e) {
      return error(id, e.code, String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      LOG.atError().setCause(e).log("a call of a tool failed");
      return error(id, INTERNAL_ERROR, "an unexpected error occurred");
    }
  }

  private JsonObject initialized(Map<String, @Nullable Object> params) throws Refusal {
    if (!(params.get("protocolVersion") instanceof String wanted)) {
      throw new Refusal(INVALID_PARAMS, "protocolVersion is needed, a string");
    }
    return JsonObject.of(
            "protocolVersion", VERSIONS.contains(wanted) ? wanted : VERSIONS.getFirst())
        .with("capabilities", JsonObject.of("tools", JsonObject.of("listChanged", false)))
        .with(
            "serverInfo",
            JsonObject.of("name", "marquee")
                .with("title", "Marquee cinema listings")
                .with("version", version))
        .with("instructions", Toolbox.INSTRUCTIONS);
  }

  private JsonObject list(Map<String, @Nullable Object> params) throws Refusal {
    if (params.get("cursor") != null) {
      throw new Refusal(INVALID_PARAMS, "the list of tools has one page; leave cursor out");
    }
    return JsonObject.of("tools", tools.list());
  }

  private JsonObject called(Map<String, @Nullable Object> params) throws Refusal {
    Tool tool = params.get("name") instanceof String name ? tools.find(name) : null;
    if (tool == null) {
      throw new Refusal(
          INVALID_PARAMS,
          "no tool has this name; the tools are " + String.join(", ", tools.names()));
    }
    Map<String, @Nullable Object> arguments =
        params.get("arguments") == null ? Map.of() : JsonTree.object(params.get("arguments"));
    if (arguments == null) {
      throw new Refusal(INVALID_PARAMS, "arguments is an object");
    }
    return result(tool.call(arguments));
  }

  /// The text is for clients, and models, that do not read structured content.
  private static JsonObject result(Tool.Result called) {
    return switch (called) {
      case Tool.Result.Answer(String json) ->
          text(json).with("structuredContent", new Written(json));
      case Tool.Result.Failure(String why) -> text(why).with("isError", true);
    };
  }

  private static JsonObject text(String text) {
    return JsonObject.of("content", List.of(JsonObject.of("type", "text").with("text", text)));
  }

  /// The error for a message that is too long to be read.
  static Incoming.NoMessage tooLong() {
    return noMessage(INVALID_REQUEST, "a message has at most " + LONGEST + " bytes");
  }

  private static Incoming.NoMessage noMessage(int code, String message) {
    return new Incoming.NoMessage(error(null, code, message));
  }

  private static String error(@Nullable Object id, int code, String message) {
    return envelope(id, "error", Map.of("code", code, "message", message));
  }

  private static String envelope(@Nullable Object id, String name, @Nullable Object value) {
    Map<String, @Nullable Object> envelope = new LinkedHashMap<>();
    envelope.put("jsonrpc", "2.0");
    envelope.put("id", id);
    envelope.put(name, value);
    return JsonTree.text(envelope);
  }
}
