package org.marquee.fire;

import java.io.IOException;
import org.marquee.v1.operation.RequestFuzz;

/// Parameters and cursors that are not sound, with a valid key.
final class RequestAttack implements Attack {
  private final RequestFuzz fuzz;
  private final Line line;

  RequestAttack(FuzzedNode node, long seed) {
    fuzz = new RequestFuzz(seed);
    line = new Line(node.address(), node.key());
  }

  @Override
  public String next() {
    String target = fuzz.next();
    try {
      Line.Answer answer = line.get(target);
      fuzz.answered(answer.body());
      return answer.status() < 500 ? "" : answer.status() + " to " + target;
    } catch (IOException | RuntimeException e) {
      return e + " to " + target;
    }
  }

  @Override
  public void close() {
    line.close();
  }
}
