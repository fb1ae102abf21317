package org.marquee.fire;

import java.io.IOException;
import java.util.List;

/// A node, attacked over its port.
///
/// @param name of the inputs: `requests`, `messages` or `frames`
record NodeTarget(FuzzedNode node, String name, long seed) implements FuzzRun.Target {
  private static final int ATTACKERS = 8;

  @Override
  public int attackers() {
    return ATTACKERS;
  }

  @Override
  public Attack attack(int number) {
    return switch (name) {
      case "requests" -> new RequestAttack(node, seed + number);
      case "messages" -> new MessageAttack(node, seed + number);
      default -> new FrameAttack(node, seed + number);
    };
  }

  @Override
  public FuzzResult.Gauges gauges() throws IOException, InterruptedException {
    return node.gauges();
  }

  @Override
  public List<String> complaints() throws IOException {
    return node.complaints();
  }
}
