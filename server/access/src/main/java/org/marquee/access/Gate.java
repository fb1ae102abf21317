package org.marquee.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The gateway in front of `/v1`: admits a request, or refuses it with a reason (docs/api.md,
/// "Access" and "Order of checks").
///
/// It checks the key, then the rate, then suspension and entitlement. Safe for many threads; it
/// never waits and takes no lock. Several nodes share the rates of organizations by settling in the
/// background ([#shareRates]).
public final class Gate {
  private final InstantSource clock;
  private final RateBuckets quotas;
  private final KeyUsage usage = new KeyUsage();
  private volatile @Nullable Register register;

  /// What a request costs.
  private enum Cost {
    TOKEN,
    NOTHING
  }

  /// A gate that knows nobody yet.
  ///
  /// @param clock decides what is active and what has expired, such as an [AccessClock]
  /// @param nanoTime counts nanoseconds and never goes back, such as `System::nanoTime`. Not the
  ///   clock's: setting that back by an hour would leave every bucket unfilled for an hour
  public Gate(InstantSource clock, LongSupplier nanoTime) {
    this.clock = clock;
    this.quotas = new RateBuckets(clock, nanoTime);
  }

  /// Hears who makes a request, as soon as that is known, whatever is decided then.
  @FunctionalInterface
  public interface Recognition {
    /// Takes note of who it is.
    ///
    /// @param organization its name
    /// @param keyId the id of its key; empty where an external gateway named the organization
    void recognized(String organization, String keyId);
  }

  /// Uses another register from now on. A key that this gate has known as revoked stays so.
  public void replace(Register next) {
    Register before = register;
    register = before == null ? next : next.after(before);
    quotas.keep(next::has);
  }

  /// The register in use; empty before the first.
  public Optional<Register> register() {
    return Optional.ofNullable(register);
  }

  /// Takes the newest register into use, if there is a newer one. To be called often, by one
  /// thread.
  ///
  /// @throws AccessUnavailable if that cannot be reached; the gate goes on as before
  public void refresh(Registers registers) {
    Register current = register;
    if (current == null || !current.revision().equals(registers.revision())) {
      replace(registers.load());
    }
  }

  /// Divides the tokens of all organizations anew among the nodes that serve. To be called often,
  /// by one thread, after [#awaitDemand].
  ///
  /// @return how many nodes serve
  /// @throws AccessUnavailable if the others cannot be reached; the gate goes on with its part
  public int shareRates(SharedRates rates) {
    quotas.settle(rates);
    return quotas.nodes();
  }

  /// Waits until an organization needs tokens that other nodes hold.
  ///
  /// @param longest returns after this time in any case
  /// @return whether one does
  public boolean awaitDemand(Duration longest) throws InterruptedException {
    return quotas.awaitDemand(longest);
  }

  /// Gives back the tokens that this node holds, because it stops.
  ///
  /// @throws AccessUnavailable if the others cannot be reached; they get them when they miss the
  ///   node
  public void leaveRates(SharedRates rates) {
    quotas.leave(rates);
  }

  /// Stores what was spent of monthly quotas, and learns what other nodes stored. To be called
  /// every few seconds, by one thread.
  ///
  /// @throws AccessUnavailable if it cannot be stored now; it is not lost
  public void saveQuotas(QuotaLedger ledger) {
    Register known = register;
    quotas.save(ledger, known == null ? List.of() : known.withQuota(clock.instant()));
  }

  /// Saves in which hours keys were used, as far as that is new.
  ///
  /// @throws AccessUnavailable if it cannot be stored now; it is not lost
  public void saveUse(Registers registers) {
    Map<String, Instant> used = usage.unsaved();
    if (!used.isEmpty()) {
      registers.noteUse(used);
      usage.saved(used);
    }
  }

  /// Decides on a request that shows a key, and takes one token of its organization's rate.
  ///
  /// @param authorization the values of all its `Authorization` fields
  /// @param caller hears who it is
  public Admission admit(List<String> authorization, Recognition caller) {
    return admit(Credentials.read(authorization), Set.of(IssuedKey.Scope.API), Cost.TOKEN, caller);
  }

  /// Decides on a request that takes no token, and needs none to be left.
  public Admission admitFree(List<String> authorization, Recognition caller) {
    return admit(
        Credentials.read(authorization), Set.of(IssuedKey.Scope.API), Cost.NOTHING, caller);
  }

  /// Decides on a request for a calendar, where keys for calendars are good too.
  ///
  /// @param tokens the values of the parameter of the query that has a key for calendars, and only
  ///   such a key; where there is none, `authorization` counts
  public Admission admitToCalendar(
      List<String> authorization, List<String> tokens, Recognition caller) {
    return tokens.isEmpty()
        ? admit(
            Credentials.read(authorization),
            EnumSet.allOf(IssuedKey.Scope.class),
            Cost.TOKEN,
            caller)
        : admit(Credentials.ofTokens(tokens), Set.of(IssuedKey.Scope.CALENDAR), Cost.TOKEN, caller);
  }

  private Admission admit(
      Credentials credentials, Set<IssuedKey.Scope> scopes, Cost cost, Recognition caller) {
    return switch (credentials) {
      case Credentials.Key(ApiKey key) -> admit(key, scopes, cost, caller);
      case Credentials.Invalid() -> new Admission.Unauthorized(true);
      case Credentials.None() -> new Admission.Unauthorized(false);
    };
  }

  /// Decides on a request whose organization an external gateway has made sure of, in
  /// trusted-header mode. That gateway keeps the rate; the entitlement is checked here.
  ///
  /// Only for requests from [TrustedPeers]: anybody else could call themselves anything.
  ///
  /// @param names the values of all header fields that name the organization; it must be one
  /// @param caller hears who it is
  public Admission admitNamed(List<String> names, Recognition caller) {
    if (names.size() != 1) {
      return new Admission.Unauthorized(false);
    }
    Register current = register;
    if (current == null) {
      return new Admission.NotReady();
    }
    Optional<Account> account = current.findNamed(names.getFirst());
    if (account.isEmpty()) {
      return new Admission.Unauthorized(false);
    }
    caller.recognized(account.get().organization().name(), "");
    return judge(account.get(), clock.instant(), null);
  }

  /// Whether the plan of an organization that was admitted includes whole lists and bulk files.
  public boolean includesBulk(Admission.Admitted admitted) {
    return plan(admitted).filter(Plan::bulk).isPresent();
  }

  /// The plan of an organization that was admitted; empty where it is gone since.
  public Optional<Plan> plan(Admission.Admitted admitted) {
    Register current = register;
    return current == null
        ? Optional.empty()
        : current
            .findNamed(admitted.organization())
            .map(account -> current.plan(account, clock.instant()));
  }

  /// What is left of the monthly quota; empty where the plan has none, or an external gateway keeps
  /// it.
  public Optional<QuotaState> quota(Admission.Admitted admitted) {
    RateState rate = admitted.rate();
    return rate == null || rate.plan().monthlyQuota().isEmpty()
        ? Optional.empty()
        : Optional.of(quotas.quota(admitted.organization(), rate.plan()));
  }

  /// Decides once more on a request that was admitted before and is still being answered. Takes no
  /// token.
  ///
  /// @param authorization as for [#admit]
  public Admission stillAdmits(List<String> authorization) {
    Register current = register;
    if (current == null) {
      return new Admission.NotReady();
    }
    if (!(Credentials.read(authorization) instanceof Credentials.Key(ApiKey key))) {
      return new Admission.Unauthorized(false);
    }
    Instant now = clock.instant();
    return current
        .find(key, now)
        .map(found -> judge(found.account(), now, null))
        .orElseGet(() -> new Admission.Unauthorized(true));
  }

  /// Gives back the token that an admission took, because the answer cost nothing (docs/api.md,
  /// "Conditional requests"). To be called at most once for each.
  ///
  /// @return the same with the rate as it is after that
  public Admission.Admitted giveBack(Admission.Admitted admitted) {
    RateState rate = admitted.rate();
    return rate == null
        ? admitted
        : new Admission.Admitted(
            admitted.organization(), quotas.giveBack(admitted.organization(), rate.plan()));
  }

  private Admission admit(ApiKey key, Set<IssuedKey.Scope> scopes, Cost cost, Recognition caller) {
    Register current = register;
    if (current == null) {
      return new Admission.NotReady();
    }
    Instant now = clock.instant();
    Optional<Register.Holding> found = current.find(key, now);
    if (found.isEmpty() || !scopes.contains(found.get().key().scope())) {
      return new Admission.Unauthorized(true);
    }
    Account account = found.get().account();
    String id = found.get().key().id();
    usage.note(id, now);
    caller.recognized(account.organization().name(), id);
    Plan plan = current.plan(account, now);
    return switch (cost) {
      case TOKEN -> drawAndJudge(account, plan, now);
      case NOTHING -> judge(account, now, look(account, plan));
    };
  }

  private @Nullable RateState look(Account account, Plan plan) {
    return plan.rate().isEmpty() ? null : quotas.look(account.organization().name(), plan);
  }

  private Admission drawAndJudge(Account account, Plan plan, Instant now) {
    if (plan.rate().isEmpty()) {
      return judge(account, now, null);
    }
    return switch (quotas.take(account.organization().name(), plan)) {
      case Admission.Admitted(_, RateState rate) -> judge(account, now, rate);
      case Admission refusal -> refusal;
    };
  }

  private static Admission judge(Account account, Instant now, @Nullable RateState rate) {
    if (account.organization().isSuspended()) {
      return new Admission.Suspended(rate);
    }
    return account.isEntitled(now)
        ? new Admission.Admitted(account.organization().name(), rate)
        : new Admission.NotEntitled(rate);
  }
}
