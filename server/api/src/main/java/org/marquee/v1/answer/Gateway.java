package org.marquee.v1.answer;

import java.net.InetAddress;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.marquee.access.Admission;
import org.marquee.access.FailedAuthentications;
import org.marquee.access.Gate;
import org.marquee.access.TrustedPeers;
import org.marquee.http.admission.ClientNetwork;
import org.marquee.http.message.Request;

/// How a request says who is asking (docs/api.md, "Access").
public sealed interface Gateway {
  /// What the gate says to the request.
  ///
  /// @param caller hears who makes it
  Admission admit(Gate gate, Request request, Gate.Recognition caller);

  /// What the gate says to a request that costs nothing.
  default Admission admitFree(Gate gate, Request request, Gate.Recognition caller) {
    return admit(gate, request, caller); // There is no rate.
  }

  /// What the gate says to a request that was admitted and is still being answered; takes no token.
  Admission admitStill(Gate gate, Request request);

  /// What the gate says to a request for a calendar, where a key may stand in the address.
  ///
  /// Only the gateway built in looks there.
  ///
  /// @param tokens the values of the parameter that has such a key
  default Admission admitToCalendar(
      Gate gate, Request request, List<String> tokens, Gate.Recognition caller) {
    return admit(gate, request, caller);
  }

  /// The gateway built in: an API key in the field `Authorization`.
  ///
  /// @param failures what each address may fail
  record BuiltIn(FailedAuthentications failures) implements Gateway {
    /// A gateway for which any number of authentications may fail.
    public BuiltIn() {
      this(FailedAuthentications.UNBOUNDED);
    }

    @Override
    public Admission admit(Gate gate, Request request, Gate.Recognition caller) {
      return bounded(request, () -> gate.admit(request.headers().all("Authorization"), caller));
    }

    @Override
    public Admission admitFree(Gate gate, Request request, Gate.Recognition caller) {
      return bounded(request, () -> gate.admitFree(request.headers().all("Authorization"), caller));
    }

    private Admission bounded(Request request, Supplier<Admission> decision) {
      InetAddress client = request.client();
      if (request.isProxy(client)) {
        return failures.admitThroughProxy(client, decision);
      }
      return failures.admit(ClientNetwork.of(client), client, decision);
    }

    @Override
    public Admission admitStill(Gate gate, Request request) {
      return gate.stillAdmits(request.headers().all("Authorization"));
    }

    @Override
    public Admission admitToCalendar(
        Gate gate, Request request, List<String> tokens, Gate.Recognition caller) {
      return bounded(
          request,
          () -> gate.admitToCalendar(request.headers().all("Authorization"), tokens, caller));
    }
  }

  /// Takes any bearer token for one of the same organization, without a rate. For tests of callers.
  ///
  /// @param organization the name of one that the gate knows
  record AnyToken(String organization) implements Gateway {
    private static final Pattern BEARER = Pattern.compile("Bearer +\\S+", Pattern.CASE_INSENSITIVE);

    @Override
    public Admission admit(Gate gate, Request request, Gate.Recognition caller) {
      List<String> fields = request.headers().all("Authorization");
      return fields.size() == 1 && BEARER.matcher(fields.getFirst()).matches()
          ? gate.admitNamed(List.of(organization), caller)
          : new Admission.Unauthorized(false);
    }

    @Override
    public Admission admitStill(Gate gate, Request request) {
      return admit(gate, request, (_, _) -> {}); // There is no rate.
    }
  }

  /// Takes every request, without a key and a rate: for a port that only operators reach.
  record Open() implements Gateway {
    private static final Admission ADMITTED = new Admission.Admitted("operator", null);

    @Override
    public Admission admit(Gate gate, Request request, Gate.Recognition caller) {
      return ADMITTED;
    }

    @Override
    public Admission admitStill(Gate gate, Request request) {
      return ADMITTED;
    }
  }

  /// An external gateway names the organization in a header; nobody else may.
  ///
  /// @param header the name of the field
  /// @param peers the addresses of the external gateway
  record External(String header, TrustedPeers peers) implements Gateway {
    @Override
    public Admission admit(Gate gate, Request request, Gate.Recognition caller) {
      return peers.contains(request.peer())
          ? gate.admitNamed(request.headers().all(header), caller)
          : new Admission.Unauthorized(false);
    }

    @Override
    public Admission admitStill(Gate gate, Request request) {
      return admit(gate, request, (_, _) -> {}); // An external gateway keeps the rate.
    }
  }
}
