package org.marquee.client;

import java.io.StringWriter;
import java.lang.reflect.RecordComponent;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// Values as the interface writes them.
final class WireJson {
  private static final JsonFactory JSON = new JsonFactory();

  private WireJson() {}

  /// The JSON of maps, lists, strings, numbers and booleans.
  static String text(Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      write(out, value);
    }
    return text.toString();
  }

  private static void write(JsonGenerator out, @Nullable Object value) {
    switch (value) {
      case Map<?, ?> map -> {
        out.writeStartObject();
        map.forEach((name, member) -> {
          out.writeName(String.valueOf(name));
          write(out, member);
        });
        // The reader of cases leaves out what is null, and this one must be there.
        if (map.containsKey("hasMore") && !map.containsKey("nextCursor")) {
          out.writeNullProperty("nextCursor");
        }
        out.writeEndObject();
      }
      case List<?> list -> {
        out.writeStartArray();
        list.forEach(each -> write(out, each));
        out.writeEndArray();
      }
      case String string -> out.writeString(string);
      case Integer number -> out.writeNumber(number);
      case Number number -> out.writeNumber(number.doubleValue());
      case Boolean flag -> out.writeBoolean(flag);
      case null, default -> out.writeNull();
    }
  }

  /// A record of this client as maps, lists and strings.
  static @Nullable Object of(@Nullable Object value) {
    return switch (value) {
      case ListingRecord.Other other -> other.members();
      case Record record -> members(record);
      case MarqueeException failure -> failure.getClass().getSimpleName();
      case OffsetDateTime time -> DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time);
      case List<?> list -> list.stream().map(WireJson::of).toList();
      case Map<?, ?> same -> same;
      case String same -> same;
      case Number same -> same;
      case Boolean same -> same;
      case null -> null;
      default -> value.toString();
    };
  }

  private static Map<String, Object> members(Record record) {
    Map<String, Object> members = new LinkedHashMap<>();
    if (record instanceof FollowEvent) {
      members.put("change", record.getClass().getSimpleName().toLowerCase(Locale.ROOT));
    }
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      try {
        Object value = of(component.getAccessor().invoke(record));
        if (value != null) {
          members.put(component.getName(), value);
        }
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(String.valueOf(e.getMessage()), e);
      }
    }
    return members;
  }
}
