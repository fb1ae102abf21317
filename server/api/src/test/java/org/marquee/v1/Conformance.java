package org.marquee.v1;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.marquee.listing.Kind;
import org.marquee.v1.declaration.Member;
import org.marquee.v1.declaration.RecordType;
import org.marquee.v1.declaration.Schema;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Checks answers against the declared types of their records, and remembers the members it has
/// seen.
@NullMarked
public final class Conformance {
  private final Set<String> seen = new TreeSet<>();

  /// An object has declared members only, in the declared order, and all that are required.
  public void check(RecordType type, JsonNode object) {
    List<String> declared = new ArrayList<>();
    for (Member member : type.members()) {
      JsonNode value = object.get(member.name());
      if (value == null) {
        assertThat(member.required()).as(type.name() + "." + member.name()).isFalse();
        continue;
      }
      declared.add(member.name());
      seen.add(type.name() + "." + member.name());
      assertThat(conforms(member.schema(), value))
          .as(type.name() + "." + member.name() + " is " + value)
          .isTrue();
    }
    assertThat(object.propertyNames()).as(type.name()).containsExactlyElementsOf(declared);
  }

  private boolean conforms(Schema<?> schema, JsonNode value) {
    return switch (schema) {
      case Schema.Text(var length) -> value.isString() && length.containsLengthOf(value.asString());
      case Schema.Matching(var pattern) ->
          value.isString() && pattern.matcher(value.asString()).matches();
      case Schema.OneOf(var values) -> value.isString() && values.contains(value.asString());
      case Schema.Growing(var values) -> value.isString() && values.contains(value.asString());
      case Schema.CommaSeparated _ -> false;
      case Schema.DateTime() ->
          value.isString() && OffsetDateTime.parse(value.asString()).getYear() > 0;
      case Schema.CalendarDate() ->
          value.isString() && LocalDate.parse(value.asString()).getYear() > 0;
      case Schema.Uri() -> value.isString() && URI.create(value.asString()).isAbsolute();
      case Schema.Whole(var range) ->
          value.isIntegralNumber() && range.contains(value.doubleValue());
      case Schema.Count() -> value.isIntegralNumber() && value.longValue() >= 0;
      case Schema.Decimal(var range) -> value.isNumber() && range.contains(value.doubleValue());
      case Schema.Flag() -> value.isBoolean();
      case Schema.OrNull<?>(var within) -> value.isNull() || conforms(within, value);
      case Schema.ListOf<?>(var items, int most) -> {
        boolean all = value.isArray() && value.size() <= most;
        for (JsonNode item : value) {
          all &= conforms(items, item);
        }
        yield all;
      }
      case Schema.Nested(var type) -> {
        check(type, value);
        yield value.isObject();
      }
      case Schema.OneNested(var types) when !value.has("id") -> {
        // Details have no id: they are of the first type that has all of their members.
        types.stream()
            .filter(type ->
                type.members().stream()
                    .map(Member::name)
                    .toList()
                    .containsAll(value.propertyNames()))
            .findFirst()
            .ifPresent(type -> check(type, value));
        yield value.isObject();
      }
      case Schema.OneNested(var types) -> {
        String prefix = value.get("id").asString().substring(0, 2);
        for (RecordType type : types) {
          if (prefix.equals(Kind.valueOf(type.name().toUpperCase(Locale.ROOT)).prefix())) {
            check(type, value);
          }
        }
        yield value.isObject();
      }
    };
  }

  /// Every member of these types, and of the types within them, was in some answer.
  public void assertComplete(Collection<RecordType> types) {
    Set<String> declared = new TreeSet<>();
    types.forEach(type -> collect(type, declared));
    assertThat(seen).isEqualTo(declared);
  }

  private static void collect(RecordType type, Set<String> declared) {
    for (Member member : type.members()) {
      declared.add(type.name() + "." + member.name());
      if (member.schema() instanceof Schema.Nested(var within)) {
        collect(within, declared);
      } else if (member.schema() instanceof Schema.ListOf<?>(Schema.Nested(var within), _)) {
        collect(within, declared);
      }
    }
  }

  /// Every example is what its schema says, and every description is a sentence.
  public static void checkExamples(RecordType type) {
    assertThat(type.description()).matches("[A-Z].*[.]");
    for (Member member : type.members()) {
      String name = type.name() + "." + member.name();
      assertThat(member.description()).as(name).matches("[A-Z].*[.]");
      Schema<?> schema = member.schema();
      if (schema instanceof Schema.Nested(var within)) {
        checkExamples(within);
      } else if (schema instanceof Schema.ListOf<?>(Schema.Nested(var within), _)) {
        checkExamples(within);
      } else if (schema instanceof Schema.OneNested(var types)) {
        types.forEach(Conformance::checkExamples);
      } else if (member.required() || member.example() != null) {
        JsonNode example = JsonMapper.shared().valueToTree(member.example());
        assertThat(new Conformance().conforms(schema, example)).as(name + " " + example).isTrue();
      }
    }
  }
}
