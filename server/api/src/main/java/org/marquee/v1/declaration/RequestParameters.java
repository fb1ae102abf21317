package org.marquee.v1.declaration;

import static java.util.stream.Collectors.joining;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.http.message.Parameter;

/// The parameters of one request, checked against the declarations of its operation: every fault is
/// found, so that all of them are reported at once (docs/api.md, "Requests").
public final class RequestParameters {
  /// An unknown name comes from the caller and may be of any length; a longer one is cut.
  private static final int LONGEST_SHOWN = 80;

  private final Operation operation;
  private final List<String> path;
  private final Violations violations = new Violations();

  /// What was sent and what was read of it, in the order of the declarations.
  private final @Nullable Parameter[] sent;

  private final @Nullable Object[] values;

  RequestParameters(Operation operation, List<String> path, List<Parameter> query) {
    this.operation = operation;
    this.path = path;
    int count = operation.parameters().size();
    sent = new Parameter[count];
    values = new Object[count];
    int usable = sort(query);
    for (int at = 0; at < count; at++) {
      QueryParameter<?> declared = operation.parameters().get(at);
      if (declared.required() && sent[at] == null) {
        violations.add(declared.name(), Reason.REQUIRED, "this operation needs it");
      }
    }
    for (int at = 0; at < count; at++) {
      Parameter given = sent[at];
      if (given != null && (usable & 1 << at) != 0) {
        values[at] = operation.parameters().get(at).type().read(given, violations);
      }
    }
  }

  /// Finds the declaration of each parameter sent, and reports those without one, without a value,
  /// or given again.
  ///
  /// @return a bit for each declaration with exactly one value
  private int sort(List<Parameter> query) {
    int usable = 0;
    int repeated = 0;
    Set<String> unknown = null;
    String unknownMessage = "";
    for (int next = 0; next < query.size(); next++) {
      Parameter given = query.get(next);
      String name = given.name();
      int at = operation.indexOf(name);
      if (at < 0) {
        if (unknown == null) {
          unknown = new HashSet<>();
          unknownMessage = noSuchParameter();
        }
        if (unknown.add(name)) {
          violations.add(shown(name), Reason.UNKNOWN, unknownMessage);
        }
      } else if (sent[at] == null) {
        sent[at] = given;
        if (given.raw().isEmpty()) {
          violations.add(name, Reason.EMPTY, "give it a value, or leave it out");
        } else {
          usable |= 1 << at;
        }
      } else if ((repeated & 1 << at) == 0) {
        repeated |= 1 << at;
        usable &= ~(1 << at);
        violations.add(name, Reason.REPEATED, name + " may be given only once" + instead(at));
      }
    }
    return usable;
  }

  /// What is said of an unknown parameter.
  private String noSuchParameter() {
    return operation.parameters().isEmpty()
        ? "this operation has no parameters"
        : operation.parameters().stream()
            .map(QueryParameter::name)
            .collect(joining(", ", "this operation has no such parameter; it has ", ""));
  }

  /// What to do instead of giving a parameter again.
  private String instead(int at) {
    return operation.parameters().get(at).type() instanceof ParameterType.CommaSeparated<?>
        ? "; separate its values by commas"
        : "";
  }

  private static String shown(String name) {
    return name.length() <= LONGEST_SHOWN
        ? name
        : name.substring(0, name.offsetByCodePoints(0, LONGEST_SHOWN / 2)) + "…";
  }

  /// The value of a parameter; null where none was given, or none that is acceptable.
  @SuppressWarnings("unchecked") // a value is what the type of its declaration has read
  public <T> @Nullable T get(QueryParameter<T> parameter) {
    return (T) values[indexOf(parameter)];
  }

  /// The value of a parameter, or its fallback.
  public <T> T orElse(QueryParameter<T> parameter) {
    T value = get(parameter);
    return value != null
        ? value
        : Objects.requireNonNull(parameter.fallback(), () -> parameter.name() + " has no fallback");
  }

  /// Whether the caller gave the parameter at all, acceptable or not.
  public boolean has(QueryParameter<?> parameter) {
    return sent[indexOf(parameter)] != null;
  }

  /// Whether the operation has the parameter.
  public boolean takes(QueryParameter<?> parameter) {
    return operation.indexOf(parameter.name()) >= 0;
  }

  /// Whether the parameter with this name was given.
  public boolean has(String name) {
    return sent[operation.indexOf(name)] != null;
  }

  @SuppressWarnings("ReferenceEquality") // each declaration is one object, and this is quicker
  private int indexOf(QueryParameter<?> parameter) {
    List<QueryParameter<?>> declared = operation.parameters();
    for (int at = 0; at < declared.size(); at++) {
      if (declared.get(at) == parameter) {
        return at;
      }
    }
    throw new IllegalArgumentException(operation + " has no parameter " + parameter.name());
  }

  /// The id in the path of an operation that has one.
  public String pathId() {
    return path.get(operation.path().segments().size());
  }

  /// Reports that the request breaks a rule.
  public void refuse(Rule rule) {
    violations.add(rule.violation());
  }

  public Violations violations() {
    return violations;
  }
}
