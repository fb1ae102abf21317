package org.marquee.v1;

import org.marquee.http.message.Request;
import org.marquee.v1.answer.Caller;
import org.marquee.v1.answer.KeptAnswers;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.Question;

/// An acceptable question of a caller who may ask it.
///
/// @param operation whose path was asked
/// @param shape the operation that this is in the form that was chosen
record Asked(
    Question.OfPages question,
    Operation operation,
    Operation shape,
    Caller caller,
    KeptAnswers.Key key) {
  /// The same request with another question.
  Asked asking(Question.OfPages other) {
    return new Asked(other, operation, shape, caller, key);
  }

  Request request() {
    return caller.request();
  }

  MediaType type() {
    return key.type();
  }
}
