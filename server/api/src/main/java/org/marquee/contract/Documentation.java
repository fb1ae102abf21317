package org.marquee.contract;

import java.util.concurrent.Executor;
import java.util.function.Function;
import org.marquee.http.Header;
import org.marquee.http.Response;
import org.marquee.http.handler.Router;
import org.marquee.listing.SourceTerms;

/// The contract for programs, served to everybody without a key: `/openapi.json` and
/// `/openapi.yaml`.
public final class Documentation {
  /// Where the documents for people begin.
  private static final String HOME = "/docs";

  /// Five minutes: a new version of the program may have another contract.
  private static final Header SOON_STALE = new Header("Cache-Control", "public, max-age=300");

  private final Executor executor;
  private final SourceTerms.Known terms;

  /// @param executor makes documents, which may take a moment
  /// @param terms the attribution and licence of each source
  public Documentation(Executor executor, SourceTerms.Known terms) {
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

  private ServedContract contract(String contentType, Function<Contract, byte[]> form) {
    Header vary = new Header("Vary", "Accept-Encoding");
    return new ServedContract(executor, terms, contentType, form, SOON_STALE, vary);
  }
}
