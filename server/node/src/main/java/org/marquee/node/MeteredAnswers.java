package org.marquee.node;

import org.marquee.access.usage.UsageMeter;
import org.marquee.http.body.Delivery;
import org.marquee.http.connection.Answered;
import org.marquee.http.connection.Observer;

/// Counts what organizations use, and tells another observer of everything.
record MeteredAnswers(UsageMeter meter, Observer next) implements Observer {
  @Override
  public void answers(Answered answer) {
    if (!answer.organization().isEmpty()) {
      meter.answered(answer.organization(), answer.keyId(), answer.route(), answer.status());
    }
    next.answers(answer);
  }

  @Override
  public void ended(Answered answer, long bytes, Delivery delivery) {
    if (!answer.organization().isEmpty()) {
      meter.sent(answer.organization(), answer.keyId(), answer.route(), bytes);
    }
    next.ended(answer, bytes, delivery);
  }
}
