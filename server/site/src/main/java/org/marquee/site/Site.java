package org.marquee.site;

import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.marquee.calendar.Calendars;
import org.marquee.http.handler.Handler;
import org.marquee.http.handler.Router;
import org.marquee.http.message.Request;
import org.marquee.listing.Overview;
import org.marquee.listing.SourceTerms;
import org.marquee.manual.Manual;
import org.marquee.notice.KeptReports;
import org.marquee.site.check.FeedCheck;
import org.marquee.site.check.FeedSubmissions;
import org.marquee.site.frame.Assets;
import org.marquee.site.frame.PageBudget;
import org.marquee.site.frame.PageResponses;
import org.marquee.site.frame.SitePage;
import org.marquee.site.frame.SitePage.Outcome;
import org.marquee.site.frame.SiteSettings;
import org.marquee.site.frame.Visit;
import org.marquee.site.frame.WebHosts;
import org.marquee.site.operator.NamesGuard;
import org.marquee.site.operator.OperationsPage;
import org.marquee.site.operator.OperationsSource;
import org.marquee.site.programme.ChainPage;
import org.marquee.site.programme.CinemaPage;
import org.marquee.site.programme.Directory;
import org.marquee.site.programme.FilmPage;
import org.marquee.site.programme.FilmsPage;
import org.marquee.site.programme.HomePage;
import org.marquee.site.programme.NearPage;
import org.marquee.site.programme.NewFilmsFeed;
import org.marquee.site.programme.NewFilmsPage;
import org.marquee.site.programme.Published;
import org.marquee.site.programme.SearchPage;
import org.marquee.site.programme.ShowtimeCalendar;
import org.marquee.v1.Answers;

/// The pages of one port, and what they have in common: language, budget, header fields, errors
/// (docs/pages.md).
public final class Site {
  /// The first segments of addresses below which errors are pages.
  private static final List<String> AREAS =
      List.of(
          "near",
          "cinemas",
          "films",
          "chains",
          "search",
          "new",
          "new.atom",
          "notices",
          "showtimes",
          "validate",
          "operations",
          "why",
          Visit.EMBED);

  private final SiteSettings settings;
  private final SourceTerms.TermsOf terms;
  private final Executor reading;
  private final InstantSource clock;
  private final PageBudget budget;
  private final @Nullable FeedCheck check;
  private final @Nullable KeptReports kept;
  private final PageResponses responses;
  private final PageResponses inFrames;
  private @Nullable OperationsSource operations;
  private NamesGuard names = NamesGuard.LOCAL;

  /// @param check checks feeds; null: nothing does
  /// @param kept reports that operators keep; null: none are kept
  /// @param terms the attribution and licence of each source
  /// @param reading runs what may block
  /// @param clock the time, for what has begun
  public Site(
      SiteSettings settings,
      @Nullable FeedCheck check,
      @Nullable KeptReports kept,
      SourceTerms.TermsOf terms,
      Executor reading,
      InstantSource clock) {
    this.settings = settings;
    this.terms = terms;
    this.reading = reading;
    this.clock = clock;
    budget = new PageBudget(settings.pagesPerMinute(), System::nanoTime);
    this.check = settings.checksFeeds() ? check : null;
    this.kept = settings.isPublic() ? null : kept;
    responses = new PageResponses(settings, "no-referrer", WebHosts.NONE);
    inFrames = new PageResponses(settings, "no-referrer", settings.others().frames());
  }

  /// Has these pages show operators how the service is doing, from now on.
  ///
  /// @param guard says who may see names of organizations
  public Site showing(OperationsSource source, NamesGuard guard) {
    operations = source;
    names = guard;
    return this;
  }

  /// Adds the documents alone, to a port without the other pages. Nothing counts how often they are
  /// asked for: they have nothing of the data.
  public void addDocumentsTo(Router.Builder routes) {
    addDocuments(routes, Assets.addTo(routes, reading));
  }

  private void addDocuments(Router.Builder routes, Assets assets) {
    new DocumentPages(reading, request -> visit(request, assets), responses).addTo(routes);
    new Routes(routes, assets).page(Manual.HOME + "/search", DocumentPages::search);
    addFaults("docs", routes, assets);
  }

  /// Adds the pages to the routes of a port.
  public void addTo(
      Router.Builder routes, Answers answers, Calendars calendars, Overview overview) {
    Published published = new Published(answers);
    Directory directory = new Directory(published);
    Assets assets = Assets.addTo(routes, reading);
    addDocuments(routes, assets);
    NewFilmsPage newFilms = new NewFilmsPage(published, overview);
    new Routes(routes, assets)
        .page("/", new HomePage(published, directory))
        .page("/near", new NearPage(published, directory))
        .framed("/cinemas/{cinemaId}", new CinemaPage(published, directory, overview))
        .page("/films", new FilmsPage(published))
        .framed("/films/{filmId}", new FilmPage(published, directory, overview))
        .page("/chains/{chainId}", new ChainPage(published, directory, overview))
        .page("/search", new SearchPage(published, directory))
        .page("/new", newFilms)
        .page("/new.atom", new NewFilmsFeed(newFilms, published, directory, overview))
        .page("/showtimes/{showtimeId}", new ShowtimeCalendar(calendars))
        .page(
            "/notices",
            visit ->
                new Outcome.Shown((out, plain) -> JtenoticesGenerated.render(out, plain, visit)))
        .page("/notices/{code}", new NoticePage())
        .page("/robots.txt", new RobotsFile())
        .page("/sitemap.xml", new SitemapFile(published, directory));
    if (check != null) {
      // Without their origin in it browsers would not say that a form comes from here.
      PageResponses forms = new PageResponses(settings, "same-origin", WebHosts.NONE);
      FeedSubmissions feeds =
          new FeedSubmissions(check, kept, settings, forms, reading, each -> visit(each, assets));
      Handler form = handler(feeds.form(), forms, assets);
      routes.get(
          "/validate",
          (request, reply) ->
              (feeds.address(request) == null ? form : feeds).handle(request, reply));
      routes.route("POST", "/validate", feeds.body(), feeds);
      if (kept != null) {
        routes.get("/validate/{report}", handler(feeds.keptReport(kept), forms, assets));
      }
    }
    OperationsSource source = operations;
    if (source != null) {
      addOperations(source, routes, assets);
    }
    AREAS.forEach(area -> addFaults(area, routes, assets));
  }

  private void addOperations(OperationsSource source, Router.Builder routes, Assets assets) {
    OperationsPage page = new OperationsPage(source);
    routes.get(
        "/operations",
        (request, reply) ->
            handler(page.overview(names.sight(request)), responses, assets).handle(request, reply));
    routes.get("/why/{id}", handler(page.why(), responses, assets));
    Handler organizations = handler(page.organizations(), responses, assets);
    routes.get(
        "/operations/organizations",
        (request, reply) -> {
          switch (names.sight(request)) {
            case NAMES -> organizations.handle(request, reply);
            case LOCKED ->
                reply.send(
                    responses
                        .error(401, visit(request, assets))
                        .with("WWW-Authenticate", "Basic realm=\"operations\", charset=\"UTF-8\""));
            case GUESSED ->
                reply.send(
                    responses
                        .error(429, "operations.guessed", visit(request, assets))
                        .with("Retry-After", "60"));
            case CLEARTEXT, NEVER ->
                reply.send(responses.error(403, "operations.hidden", visit(request, assets)));
          }
        });
    routes.get(
        "/operations/runs/{run}",
        (request, reply) ->
            reply.sendFrom(
                reading,
                request,
                () ->
                    source
                        .report(request.path().getLast())
                        .map(PageResponses::report)
                        .orElseGet(() -> responses.missing("run", visit(request, assets)))));
  }

  private void addFaults(String area, Router.Builder routes, Assets assets) {
    PageResponses answers = area.equals(Visit.EMBED) ? inFrames : responses;
    routes.faults(
        area, (request, reply, fault) -> reply.send(answers.fault(fault, visit(request, assets))));
  }

  /// The routes of a port, while pages are added to them.
  private final class Routes {
    private final Router.Builder routes;
    private final Assets assets;

    Routes(Router.Builder routes, Assets assets) {
      this.routes = routes;
      this.assets = assets;
    }

    Routes page(String template, SitePage page) {
      routes.get(template, handler(page, responses, assets));
      return this;
    }

    /// A page that is there for frames as well.
    Routes framed(String template, SitePage page) {
      routes.get("/" + Visit.EMBED + template, handler(page, inFrames, assets));
      return page(template, page);
    }
  }

  private Visit visit(Request request, Assets assets) {
    return Visit.of(request, settings, assets, terms, clock.instant());
  }

  private Handler handler(SitePage page, PageResponses responses, Assets assets) {
    return (request, reply) -> {
      Visit visit = visit(request, assets);
      long wait = budget.spend(request);
      if (wait > 0) {
        reply.send(responses.error(429, visit).with("Retry-After", Long.toString(wait)));
      } else {
        reply.sendFrom(reading, request, () -> responses.answer(page, request, visit));
      }
    };
  }
}
