package org.marquee.contract;

import java.util.Map;
import org.marquee.v1.declaration.QueryParameter;

/// The JSON Schema of a parameter by itself, for documents other than OpenAPI.
public final class ParameterSchema {
  private ParameterSchema() {}

  /// The schema of the values of a parameter, without references to other schemas. Values that
  /// stand in a query with commas between them are an array.
  ///
  /// @return maps, lists, strings, numbers and booleans
  public static Map<String, Object> of(QueryParameter<?> parameter) {
    Schemas schemas = new Schemas();
    Map<String, Object> tree = schemas.of(parameter.type().schema()).tree();
    tree.replaceAll((_, value) -> resolved(value, schemas));
    return tree;
  }

  /// A value with the schema that it refers to in its place: parameters refer to strings only.
  private static Object resolved(Object value, Schemas schemas) {
    return value instanceof Map<?, ?> map && map.get("$ref") instanceof String reference
        ? schemas.component(reference.substring(reference.lastIndexOf('/') + 1)).tree()
        : value;
  }
}
