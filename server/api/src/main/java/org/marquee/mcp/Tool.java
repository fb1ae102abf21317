package org.marquee.mcp;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
  record Declaration(
      String name, String title, String description, Map<String, Object> inputSchema) {
    /// The declaration as `tools/list` has it. All tools only read, and only our data.
    Map<String, @Nullable Object> tree() {
      Map<String, @Nullable Object> tree = new LinkedHashMap<>();
      tree.put("name", name);
      tree.put("title", title);
      tree.put("description", description);
      tree.put("inputSchema", inputSchema);
      tree.put("annotations", Map.of("readOnlyHint", true, "openWorldHint", false));
      return tree;
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
