package org.marquee.fire;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.marquee.rig.Line;
import org.marquee.v1.operation.RequestFuzz;

/// Broken parameters and cursors with a valid key: many requests at once on a kept connection.
final class RequestAttack implements Attack {
  private static final int AT_ONCE = 32;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final RequestFuzz fuzz;
  private final Line line;

  RequestAttack(FuzzedNode node, long seed) {
    fuzz = new RequestFuzz(seed);
    line = new Line(node.address(), node.key(), PATIENCE);
  }

  @Override
  public long next(Consumer<String> faults) {
    List<Line.Question> questions = new ArrayList<>();
    for (int count = 0; count < AT_ONCE; count++) {
      questions.add(new Line.Question(fuzz.next(), fuzz.fields()));
    }
    List<Line.Question> left = questions;
    while (!left.isEmpty()) {
      int answered = ask(left, faults);
      left = left.subList(answered, left.size());
    }
    return AT_ONCE;
  }

  /// An answer may end the connection; the requests behind it are sent again.
  ///
  /// @return how many are done: at least one
  private int ask(List<Line.Question> questions, Consumer<String> faults) {
    int at = 0;
    try {
      line.send(questions);
      for (; at < questions.size() && (at == 0 || line.isOpen()); at++) {
        Line.Answer answer = line.receive();
        fuzz.answered(answer.body());
        if (answer.status() >= 500) {
          faults.accept(answer.status() + " to " + questions.get(at));
        }
      }
      return at;
    } catch (IOException | RuntimeException e) {
      line.close();
      faults.accept(e + " to " + questions.get(at));
      return at + 1;
    }
  }

  @Override
  public void close() {
    line.close();
  }
}
