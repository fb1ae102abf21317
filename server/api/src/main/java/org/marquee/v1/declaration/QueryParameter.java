package org.marquee.v1.declaration;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The declaration of one parameter in the query of an operation.
///
/// @param <T> what a value is read as
/// @param needs other parameters without which this one is refused
/// @param fallback the value where none is given; null for none
/// @param example a value as a caller writes it, before percent-encoding
/// @param description for callers, in Markdown
/// @param extension whether it goes beyond the specification, of an operation that does not
public record QueryParameter<T>(
    String name,
    ParameterType<T> type,
    boolean required,
    List<String> needs,
    @Nullable T fallback,
    String example,
    String description,
    boolean extension) {

  /// A parameter that must be given.
  public static <T> QueryParameter<T> required(
      String name, ParameterType<T> type, String example, String description) {
    return new QueryParameter<>(name, type, true, List.of(), null, example, description, false);
  }

  /// A parameter that may be left out.
  public static <T> QueryParameter<T> optional(
      String name, ParameterType<T> type, String example, String description) {
    return new QueryParameter<>(name, type, false, List.of(), null, example, description, false);
  }

  /// This parameter, with a value for requests that do not give it.
  public QueryParameter<T> orElse(T value) {
    return new QueryParameter<>(
        name, type, required, needs, value, example, description, extension);
  }

  /// This parameter, which is refused unless others are given too.
  public QueryParameter<T> needing(String... others) {
    return new QueryParameter<>(
        name, type, required, List.of(others), fallback, example, description, extension);
  }

  /// This parameter, marked as beyond the specification.
  public QueryParameter<T> asExtension() {
    return new QueryParameter<>(name, type, required, needs, fallback, example, description, true);
  }
}
