package org.marquee.mcp;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonObject;

/// Something that a language model may call.
interface Tool {
  /// What it is called, what it does, and what it takes.
  Declaration declaration();

  /// Calls it; may block.
  Result call(Map<String, @Nullable Object> arguments);

  /// The description of the tool, for clients.
  ///
  /// @param title for people
  /// @param description for the model
  /// @param inputSchema of its arguments: an object
  record Declaration(String name, String title, String description, JsonObject inputSchema) {
    /// The schema of arguments: an object without further members.
    static JsonObject schema(JsonObject properties, List<String> required) {
      return JsonObject.of("type", "object")
          .with("properties", properties)
          .with("required", required.isEmpty() ? null : required)
          .with("additionalProperties", false);
    }

    /// The declaration as `tools/list` has it. All tools only read, and only our data.
    JsonObject tree() {
      return JsonObject.of("name", name)
          .with("title", title)
          .with("description", description)
          .with("inputSchema", inputSchema)
          .with("annotations", JsonObject.of("readOnlyHint", true).with("openWorldHint", false));
    }
  }

  /// What became of a call.
  sealed interface Result {
    /// The data cannot be reached.
    Result UNAVAILABLE =
        new Failure("The listings cannot be reached now. Try again in a few seconds.");

    /// It worked.
    ///
    /// @param json an object
    record Answer(String json) implements Result {}

    /// It did not.
    ///
    /// @param why what is wrong and what would be right, for the model
    record Failure(String why) implements Result {}
  }
}
