package org.marquee.client;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// The members of an object of JSON. Members that nobody asks for are ignored. Members that are
/// null count as absent.
record JsonObject(Map<String, Object> members) {
  private static final JsonFactory JSON = new JsonFactory();

  /// JSON that is not of the shape that the interface describes.
  static final class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1;

    Malformed(String message) {
      super(message);
    }
  }

  /// The object that a text is; null if the text is not JSON.
  ///
  /// @throws Malformed where it is JSON of another kind
  static @Nullable JsonObject parse(byte[] text) {
    Object value;
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
      if (parser.nextToken() == null) {
        return null;
      }
      value = value(parser);
      if (parser.nextToken() != null) {
        return null;
      }
    } catch (JacksonException e) {
      return null;
    }
    return new JsonObject(asMap(value, "the answer"));
  }

  // The parser bounds the depth.
  private static @Nullable Object value(JsonParser parser) {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          Object member = value(parser);
          if (member != null) {
            members.put(name, member);
          }
        }
        yield Collections.unmodifiableMap(members);
      }
      case START_ARRAY -> {
        List<@Nullable Object> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          elements.add(value(parser));
        }
        yield Collections.unmodifiableList(elements);
      }
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> null;
    };
  }

  String text(String name) {
    return required(name, optionalText(name));
  }

  @Nullable String optionalText(String name) {
    return optional(name, String.class, "text");
  }

  boolean flag(String name) {
    return required(name, optionalFlag(name));
  }

  @Nullable Boolean optionalFlag(String name) {
    return optional(name, Boolean.class, "true or false");
  }

  Number number(String name) {
    return required(name, optional(name, Number.class, "number"));
  }

  @Nullable Integer optionalInteger(String name) {
    Number number = optional(name, Number.class, "number");
    return number == null ? null : number.intValue();
  }

  @Nullable Double optionalNumber(String name) {
    Number number = optional(name, Number.class, "number");
    return number == null ? null : number.doubleValue();
  }

  @Nullable BigDecimal optionalDecimal(String name) {
    Double number = optionalNumber(name);
    return number == null ? null : BigDecimal.valueOf(number);
  }

  Instant instant(String name) {
    return required(name, optionalInstant(name));
  }

  @Nullable Instant optionalInstant(String name) {
    return parsed(name, text -> OffsetDateTime.parse(text).toInstant());
  }

  OffsetDateTime dateTime(String name) {
    return required(name, parsed(name, OffsetDateTime::parse));
  }

  LocalDate date(String name) {
    return required(name, optionalDate(name));
  }

  @Nullable LocalDate optionalDate(String name) {
    return parsed(name, LocalDate::parse);
  }

  JsonObject object(String name) {
    return new JsonObject(asMap(members.get(name), name));
  }

  /// A record, with what another member says beside it as its `details`.
  JsonObject object(String name, String details) {
    return object(name).detailed(details, members.get(details));
  }

  <T> @Nullable T optionalObject(String name, Function<JsonObject, T> read) {
    return members.containsKey(name) ? read.apply(object(name)) : null;
  }

  <T> List<T> objects(String name, Function<JsonObject, T> read) {
    return list(name).stream().map(each -> read.apply(new JsonObject(asMap(each, name)))).toList();
  }

  /// Records, each with what another list says beside it as its `details`.
  <T> List<T> objects(String name, String details, Function<JsonObject, T> read) {
    List<JsonObject> records = objects(name, each -> each);
    List<@Nullable Object> beside =
        members.containsKey(details)
            ? list(details)
            : Collections.<@Nullable Object>nCopies(records.size(), null);
    if (beside.size() != records.size()) {
      throw new Malformed(details + " are not as many as " + name);
    }
    return IntStream.range(0, records.size())
        .mapToObj(i -> read.apply(records.get(i).detailed(details, beside.get(i))))
        .toList();
  }

  <T> List<T> optionalObjects(String name, Function<JsonObject, T> read) {
    return members.containsKey(name) ? objects(name, read) : List.of();
  }

  List<String> optionalTexts(String name) {
    return members.containsKey(name) ? texts(name) : List.of();
  }

  /// Which provider each member of details comes from.
  Map<String, String> sources() {
    JsonObject sources =
        members.containsKey("sources") ? object("sources") : new JsonObject(Map.of());
    return sources.members.keySet().stream().collect(Collectors.toMap(name -> name, sources::text));
  }

  List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    for (Object each : list(name)) {
      if (!(each instanceof String text)) {
        throw malformed(name, "list of texts");
      }
      texts.add(text);
    }
    return texts;
  }

  private JsonObject detailed(String name, @Nullable Object details) {
    if (details == null) {
      return this;
    }
    Map<String, Object> all = new LinkedHashMap<>(members);
    all.put("details", asMap(details, name));
    return new JsonObject(all);
  }

  private List<@Nullable Object> list(String name) {
    List<?> found = required(name, optional(name, List.class, "list"));
    return new ArrayList<>(found);
  }

  private <T> @Nullable T optional(String name, Class<T> type, String what) {
    Object value = members.get(name);
    if (value == null) {
      return null;
    }
    if (!type.isInstance(value)) {
      throw malformed(name, what);
    }
    return type.cast(value);
  }

  private <T> @Nullable T parsed(String name, Function<String, T> parse) {
    String text = optionalText(name);
    try {
      return text == null ? null : parse.apply(text);
    } catch (DateTimeException e) {
      throw malformed(name, "date or time");
    }
  }

  private static <T> T required(String name, @Nullable T value) {
    if (value == null) {
      throw new Malformed(name + " is missing");
    }
    return value;
  }

  @SuppressWarnings("unchecked") // All maps here come from value().
  private static Map<String, Object> asMap(@Nullable Object value, String what) {
    if (value instanceof Map<?, ?> map) {
      return (Map<String, Object>) map;
    }
    throw malformed(what, "object");
  }

  private static Malformed malformed(String name, String what) {
    return new Malformed(name + " is not a " + what);
  }
}
