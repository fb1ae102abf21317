package org.marquee.contract;

import java.util.SortedMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.http.handler.Handler;
import org.marquee.http.handler.Router;
import org.marquee.http.handler.TaggedBytes;
import org.marquee.http.message.Header;
import org.marquee.http.message.Response;
import org.marquee.listing.SourceTerms;

/// The contract for programs, served to everybody without a key: `/openapi.json` and
/// `/openapi.yaml`.
public final class Documentation {
  /// Where the documents for people begin.
  private static final String HOME = "/docs";

  /// Five minutes: a new version of the program may have another contract.
  private static final Header SOON_STALE = new Header("Cache-Control", "public, max-age=300");

  private static final Header VARY = new Header("Vary", "Accept-Encoding");

  private final Executor executor;
  private final SourceTerms.TermsOf terms;

  /// @param executor makes documents, which may take a moment
  /// @param terms the attribution and licence of each source
  public Documentation(Executor executor, SourceTerms.TermsOf terms) {
    this.executor = executor;
    this.terms = terms;
  }

  /// Adds the way from `/` to the documents, for a port without pages of its own.
  public void addHome(Router.Builder routes) {
    Response home =
        Response.empty(302, new Header("Location", HOME), new Header("Cache-Control", "no-cache"));
    routes.get("/", (_, reply) -> reply.send(home));
  }

  /// Adds the contract to the routes of a port.
  public void addTo(Router.Builder routes) {
    routes
        .help(HOME)
        .get("/openapi.json", contract("application/json", Contract::json))
        .get("/openapi.yaml", contract("application/yaml", Contract::yaml));
  }

  private Handler contract(String contentType, Function<Contract, byte[]> form) {
    AtomicReference<@Nullable Made> last = new AtomicReference<>();
    return (request, reply) ->
        reply.sendFrom(
            executor,
            request,
            () -> {
              SortedMap<String, SourceTerms> asked = terms.byProvider();
              Made made = last.get();
              if (made == null || !made.terms().equals(asked)) {
                byte[] body = form.apply(Contract.written(asked));
                made = new Made(asked, new TaggedBytes(contentType, body, SOON_STALE, VARY));
                last.set(made);
              }
              return made.bytes().answer(request);
            });
  }

  /// The contract in one form, and what sources asked for when it was made.
  private record Made(SortedMap<String, SourceTerms> terms, TaggedBytes bytes) {}
}
