package org.marquee.contract;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.marquee.v1.declaration.ErrorType;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.ParameterType;
import org.marquee.v1.declaration.QueryParameter;
import org.marquee.v1.declaration.Reason;

/// Why requests to an operation may be refused.
@NullMarked
public final class Refusals {
  private static final List<ErrorType> OF_EVERY_OPERATION =
      List.of(
          ErrorType.INVALID_REQUEST,
          ErrorType.UNAUTHORIZED,
          ErrorType.NOT_ENTITLED,
          ErrorType.SUSPENDED,
          ErrorType.PRECONDITION_FAILED,
          ErrorType.RATE_LIMITED,
          ErrorType.INTERNAL_ERROR,
          ErrorType.UNAVAILABLE);

  private Refusals() {}

  /// The errors that a caller may get.
  public static List<ErrorType> errors(Operation operation) {
    List<ErrorType> errors = new ArrayList<>(OF_EVERY_OPERATION);
    if (operation.path().id() != null) {
      errors.add(ErrorType.NO_SUCH_RECORD);
    }
    errors.addAll(operation.furtherErrors());
    return List.copyOf(errors);
  }

  /// Why a parameter of a request may be refused.
  static Set<Reason> reasons(Operation operation) {
    // A path or a query may have an escape that stands for no letter.
    Set<Reason> reasons = EnumSet.of(Reason.UNKNOWN, Reason.MALFORMED);
    for (QueryParameter<?> parameter : operation.parameters()) {
      reasons.add(Reason.EMPTY);
      reasons.add(Reason.REPEATED);
      reasons.addAll(reasons(parameter.type()));
      if (parameter.required()) {
        reasons.add(Reason.REQUIRED);
      }
    }
    operation.rules().forEach(rule -> reasons.add(rule.reason()));
    return reasons;
  }

  /// Why a value may be refused.
  public static Set<Reason> reasons(ParameterType<?> type) {
    return switch (type) {
      // What is shorter than one character is empty, which every parameter refuses.
      case ParameterType.Text(var length) when length.least() > 1 ->
          EnumSet.of(Reason.TOO_SHORT, Reason.TOO_LONG);
      case ParameterType.Text _ -> EnumSet.of(Reason.TOO_LONG);
      // What is below zero has a sign, which no whole number has.
      case ParameterType.Whole(var range) when range.least() > 0 ->
          EnumSet.of(Reason.MALFORMED, Reason.TOO_SMALL, Reason.TOO_LARGE);
      case ParameterType.Whole _ -> EnumSet.of(Reason.MALFORMED, Reason.TOO_LARGE);
      case ParameterType.Decimal _ ->
          EnumSet.of(Reason.MALFORMED, Reason.TOO_SMALL, Reason.TOO_LARGE);
      case ParameterType.Form<?> _ -> EnumSet.of(Reason.MALFORMED);
      // Known values cannot be too many, since each counts once.
      case ParameterType.CommaSeparated<?>(_, var element, _) ->
          EnumSet.of(Reason.MALFORMED, element.reason());
    };
  }
}
