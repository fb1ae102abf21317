package org.marquee.app;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.BiConsumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// JSON on standard output, for programs: one line.
final class JsonOutput {
  private static final JsonFactory JSON = new JsonFactory();

  private JsonOutput() {}

  static <T> void array(PrintWriter out, List<T> all, BiConsumer<JsonGenerator, T> each) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartArray();
      for (T one : all) {
        each.accept(json, one);
      }
      json.writeEndArray();
    }
    out.println(text);
  }
}
