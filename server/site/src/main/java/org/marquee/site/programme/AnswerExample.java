package org.marquee.site.programme;

import org.marquee.json.JsonTree;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.io.JsonStringEncoder;

/// The first record of an answer as indented text, with one element in each list.
final class AnswerExample {
  private final JsonParser in;
  private final StringBuilder out = new StringBuilder();

  private AnswerExample(JsonParser in) {
    this.in = in;
  }

  /// The example of a list that has a record.
  static String of(byte[] json) {
    try (JsonParser in = JsonTree.parserOfOwn(json)) {
      while (!"data".equals(in.nextName())) {
        in.nextToken();
        in.skipChildren();
      }
      in.nextToken();
      in.nextToken();
      AnswerExample example = new AnswerExample(in);
      example.write("\n");
      return example.out.toString();
    }
  }

  /// @param line the end of a line, with the indentation of the next
  private void write(String line) {
    String deeper = line + "  ";
    switch (in.currentToken()) {
      case START_OBJECT -> {
        String separator = "{";
        for (String name = in.nextName(); name != null; name = in.nextName()) {
          in.nextToken();
          out.append(separator).append(deeper).append('"').append(name).append("\": ");
          write(deeper);
          separator = ",";
        }
        out.append(separator.equals("{") ? "{" : line).append('}');
      }
      case START_ARRAY -> {
        out.append('[');
        if (in.nextToken() != JsonToken.END_ARRAY) {
          out.append(deeper);
          write(deeper);
          boolean isLast = in.nextToken() == JsonToken.END_ARRAY;
          out.append(isLast ? "" : ", …").append(line);
          while (in.currentToken() != JsonToken.END_ARRAY) {
            in.skipChildren();
            in.nextToken();
          }
        }
        out.append(']');
      }
      case VALUE_STRING -> {
        out.append('"');
        JsonStringEncoder.getInstance().quoteAsString(in.getString(), out);
        out.append('"');
      }
      default -> out.append(in.getString());
    }
  }
}
