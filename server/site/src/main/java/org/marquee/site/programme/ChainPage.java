package org.marquee.site.programme;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Overview;
import org.marquee.listing.SourceTerms;
import org.marquee.site.frame.Head;
import org.marquee.site.frame.InterfaceRequest;
import org.marquee.site.frame.SitePage;
import org.marquee.site.frame.Visit;

/// `/chains/{id}`: a chain and its cinemas by town.
public final class ChainPage implements SitePage {
  private final Published published;
  private final Directory directory;
  private final Overview overview;

  public ChainPage(Published published, Directory directory, Overview overview) {
    this.published = published;
    this.directory = directory;
    this.overview = overview;
  }

  /// What the page shows.
  public record ChainView(
      Chain chain, List<Cinema> cinemas, List<SourceTerms> terms, Head head, MadeOf madeOf) {}

  @Override
  public Outcome show(Visit visit) {
    Optional<Chain> chain = directory.chain(visit.id());
    if (chain.isEmpty()) {
      return overview.isGone(visit.id()) ? new Outcome.Gone("chain") : new Outcome.Missing("chain");
    }
    InterfaceRequest request = InterfaceRequest.cinemas().with("chainId", visit.id());
    ChainView view =
        new ChainView(
            chain.get(),
            directory.cinemasOf(visit.id()),
            visit.terms(
                Stream.concat(
                    Stream.of(chain.get().provenance()),
                    directory.cinemasOf(visit.id()).stream().map(Cinema::provenance))),
            Head.of(
                visit.link("/chains/" + visit.id()), visit.text("head.chain", chain.get().name())),
            MadeOf.of(request, published.cinemas(request.with("limit", 1)).first())
                .with("CSV", request.target(".csv")));
    return new Outcome.Shown((out, plain) -> JtechainGenerated.render(out, plain, visit, view));
  }
}
