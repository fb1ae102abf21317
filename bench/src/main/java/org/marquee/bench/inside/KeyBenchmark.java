package org.marquee.bench.inside;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.marquee.access.AccessRevision;
import org.marquee.access.Account;
import org.marquee.access.Admission;
import org.marquee.access.ApiKey;
import org.marquee.access.Entitlement;
import org.marquee.access.Gate;
import org.marquee.access.IssuedKey;
import org.marquee.access.KeyHash;
import org.marquee.access.Organization;
import org.marquee.access.Plan;
import org.marquee.access.Register;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// The gate: from the header field to the decision, with ten thousand keys on the register.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class KeyBenchmark {
  private static final int KEYS = 10_000;
  private static final List<Plan> PLANS =
      List.of(
          new Plan("trial", OptionalInt.of(60)),
          new Plan("standard", OptionalInt.of(600)),
          new Plan("unlimited", OptionalInt.empty()));

  /// With a limit there is a bucket to take a token from, which is soon empty: 429.
  @Param({"unlimited", "standard"})
  private String plan = "";

  private final Gate gate = new Gate(InstantSource.system(), System::nanoTime);
  private final List<List<String>> fields = new ArrayList<>();

  /// The position of a thread in the keys.
  @State(Scope.Thread)
  public static class Turn {
    private int next;
  }

  /// Issues the keys.
  @Setup
  public void issue() {
    Organization house = new Organization("house", Organization.Standing.GOOD);
    Entitlement paid = new Entitlement(plan, Instant.EPOCH, null);
    Map<KeyHash, IssuedKey> keys = new HashMap<>();
    for (int number = 0; number < KEYS; number++) {
      ApiKey key = ApiKey.generate();
      keys.put(
          key.hash(),
          new IssuedKey(
              IssuedKey.newId(),
              "house",
              null,
              IssuedKey.Scope.API,
              Instant.EPOCH,
              null,
              null,
              null,
              null));
      fields.add(List.of("Bearer " + key.text()));
    }
    gate.replace(
        Register.of(
            new AccessRevision(1, new UUID(0, 1)), PLANS, List.of(new Account(house, paid)), keys));
  }

  /// One request at the gate.
  @Benchmark
  public Admission admit(Turn turn) {
    turn.next = (turn.next + 1) % KEYS;
    return gate.admit(fields.get(turn.next));
  }
}
