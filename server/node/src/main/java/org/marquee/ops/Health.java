package org.marquee.ops;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Judges a node by its [Vitals].
///
/// A node whose database is away goes on answering from memory: nothing else could do better. It is
/// degraded once that has lasted, and at once where the database answers but not with our data, or
/// where the next snapshot cannot be made. A node that for no known reason cannot keep up with a
/// database that it reaches is broken, and another node could do better. A node without a snapshot
/// is not ready, however long that takes: it answers 503.
public final class Health {
  private static final Logger LOG = LoggerFactory.getLogger(Health.class);

  private final Supplier<Vitals> vitals;
  private final Supplier<Answering> answering;
  private final Duration staleAfter;
  private final LongSupplier ticker;
  private final long made;
  private Status last = Status.READY;

  /// @param staleAfter how old the last confirmation of revision or keys may be
  public Health(Supplier<Vitals> vitals, Supplier<Answering> answering, Duration staleAfter) {
    this(vitals, answering, staleAfter, System::nanoTime);
  }

  /// @param ticker as [System#nanoTime]
  Health(
      Supplier<Vitals> vitals,
      Supplier<Answering> answering,
      Duration staleAfter,
      LongSupplier ticker) {
    this.vitals = vitals;
    this.answering = answering;
    this.staleAfter = staleAfter;
    this.ticker = ticker;
    made = ticker.getAsLong();
  }

  /// What is judged.
  public Vitals vitals() {
    return vitals.get();
  }

  /// What the node answers from.
  public Answering answering() {
    return answering.get();
  }

  /// What a node can do.
  public enum Status {
    /// It answers, and the database confirmed its state lately.
    READY("ready", true),
    /// It answers from memory, and the database has been away for long, or since the start, or has
    /// something else than our data, or the next snapshot cannot be made.
    DEGRADED("degraded", true),
    /// Its port is not open yet.
    STARTING("starting", false),
    /// It has no snapshot yet.
    FILLING("filling", false),
    /// It has no snapshot, since the machine has no memory for one.
    NO_MEMORY("no_memory", false),
    /// It does not keep up with a database that can be reached.
    STALE("stale", false),
    /// It has nothing to answer from.
    UNAVAILABLE("database_unavailable", false),
    /// It is stopping.
    STOPPING("stopping", false);

    private final String word;
    private final boolean ready;

    Status(String word, boolean ready) {
      this.word = word;
      this.ready = ready;
    }

    /// The word for programs.
    public String word() {
      return word;
    }

    /// Whether it should be sent requests.
    public boolean isReady() {
      return ready;
    }
  }

  /// A judgement.
  ///
  /// @param why in words; empty for a node that is ready
  public record Judgement(Status status, String why) {}

  /// The state of the node now. A change is logged.
  public Judgement state() {
    Judgement state = judge();
    note(state);
    return state;
  }

  private Judgement judge() {
    Vitals vitals = vitals();
    Answering answering = answering();
    if (vitals.stopping()) {
      return new Judgement(Status.STOPPING, "the node is stopping");
    }
    if (!vitals.listening()) {
      return new Judgement(Status.STARTING, "the port of the interface is not open yet");
    }
    boolean reachable = vitals.databaseReachable();
    if (!reachable && answering.memory().isEmpty()) {
      return new Judgement(Status.UNAVAILABLE, "the data cannot be reached now");
    }
    Optional<String> trouble = answering.trouble();
    if (answering.memory().isEmpty()) {
      return new Judgement(
          answering.lacksMemory() ? Status.NO_MEMORY : Status.FILLING,
          trouble
              .map("the first snapshot cannot be made: "::concat)
              .orElse("the first snapshot is being read: every answer is 503 until then"));
    }
    if (trouble.or(vitals::keysTrouble).isPresent()) {
      return new Judgement(
          Status.DEGRADED,
          "the node goes on with what it has: " + trouble.or(vitals::keysTrouble).get());
    }
    Duration revision = vitals.sinceRevision();
    Duration keys = vitals.sinceKeys();
    if (answering.restored() && (!reachable || isWithin(staleAfter))) {
      return new Judgement(
          Status.DEGRADED,
          "answers come from a file: the revision was confirmed %d s ago and the keys %d s ago, and the database has not confirmed both since the start"
              .formatted(revision.toSeconds(), keys.toSeconds()));
    }
    if (revision.compareTo(staleAfter) <= 0 && keys.compareTo(staleAfter) <= 0) {
      return new Judgement(Status.READY, "");
    }
    String why =
        "the revision was confirmed %d s ago and the keys %d s ago, and the database can%s be reached"
            .formatted(revision.toSeconds(), keys.toSeconds(), reachable ? "" : "not");
    // A node that has just started has old keys from its file, for a moment.
    boolean behind = reachable && !isWithin(staleAfter);
    return new Judgement(behind ? Status.STALE : Status.DEGRADED, why);
  }

  /// Whether the node started at most so long ago.
  private boolean isWithin(Duration time) {
    return ticker.getAsLong() - made < time.toNanos();
  }

  private synchronized void note(Judgement state) {
    if (state.status() == last) {
      return;
    }
    last = state.status();
    if (last == Status.READY) {
      LOG.atInfo().log("the node is ready");
    } else {
      boolean usual = last == Status.STARTING || last == Status.FILLING;
      LOG.atLevel(usual ? Level.INFO : Level.WARN)
          .log("the node is {}: {}", last.word(), state.why());
    }
  }
}
