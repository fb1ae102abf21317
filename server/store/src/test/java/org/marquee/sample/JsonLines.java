package org.marquee.sample;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/// Writes newline-delimited JSON: one object a line, members without a value left out.
///
/// Where the stream below fails, lines throw [JacksonIOException] with the cause.
@NullMarked
final class JsonLines {
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .rootValueSeparator("\n")
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .build();

  private final OutputStream out;
  private final JsonGenerator json;

  JsonLines(OutputStream out) {
    this.out = out;
    this.json = JSON.createGenerator(ObjectWriteContext.empty(), out);
  }

  JsonLines line(String type) {
    json.writeStartObject();
    return with("type", type);
  }

  JsonLines with(String member, @Nullable String text) {
    if (text != null) {
      json.writeStringProperty(member, text);
    }
    return this;
  }

  JsonLines with(String member, int number) {
    json.writeNumberProperty(member, number);
    return this;
  }

  JsonLines with(String member, @Nullable Double number) {
    if (number != null) {
      json.writeNumberProperty(member, number);
    }
    return this;
  }

  JsonLines with(String member, List<String> texts) {
    if (!texts.isEmpty()) {
      json.writeName(member).writeStartArray();
      texts.forEach(json::writeString);
      json.writeEndArray();
    }
    return this;
  }

  /// Begins an object within the line.
  JsonLines open(String member) {
    json.writeName(member).writeStartObject();
    return this;
  }

  JsonLines end() {
    json.writeEndObject();
    return this;
  }

  /// Ends the last line and flushes the stream, which stays open.
  void finish() throws IOException {
    json.close();
    out.write('\n');
    out.flush();
  }
}
