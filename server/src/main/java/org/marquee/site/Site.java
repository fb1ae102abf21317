package org.marquee.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import org.marquee.calendar.Calendars;
import org.marquee.http.Handler;
import org.marquee.http.Header;
import org.marquee.http.Request;
import org.marquee.http.Response;
import org.marquee.http.handler.Router;
import org.marquee.http.handler.TaggedBytes;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.site.SitePage.Outcome;
import org.marquee.v1.Answers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The pages of one port, and what they have in common: language, budget, header fields, errors
/// (docs/pages.md).
public final class Site {
  private static final Logger LOG = LoggerFactory.getLogger(Site.class);

  /// Everything from here, nothing inline.
  private static final Header POLICY =
      new Header(
          "Content-Security-Policy",
          "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self';"
              + " form-action 'self'; base-uri 'none'; frame-ancestors 'none'");

  private static final Header NO_REFERRER = new Header("Referrer-Policy", "no-referrer");
  private static final Header VARY = new Header("Vary", "Accept-Encoding, Accept-Language");
  private static final Header UNKEPT = new Header("Cache-Control", "no-store");
  private static final String HTML = "text/html; charset=utf-8";

  private final SiteSettings settings;
  private final Executor reading;
  private final InstantSource clock;
  private final PageBudget budget;
  private final Header[] fields;

  /// @param reading runs what may block
  /// @param clock the time, for what has begun
  public Site(SiteSettings settings, Executor reading, InstantSource clock) {
    this.settings = settings;
    this.reading = reading;
    this.clock = clock;
    budget = new PageBudget(settings.pagesPerMinute(), System::nanoTime);
    String lifetime = settings.isPublic() ? "public, max-age=60" : "private, no-cache";
    Header kept = new Header("Cache-Control", lifetime);
    fields =
        settings.indexing() == SiteSettings.Indexing.RECORDS
            ? new Header[] {kept, VARY, POLICY, NO_REFERRER}
            : new Header[] {kept, VARY, POLICY, NO_REFERRER, new Header("X-Robots-Tag", "noindex")};
  }

  /// Adds the pages to the routes of a port.
  public void addTo(
      Router.Builder routes, Answers answers, Calendars calendars, Overview overview) {
    Published published = new Published(answers);
    Directory directory = new Directory(published);
    Assets assets = Assets.addTo(routes, reading);
    NewFilmsPage newFilms = new NewFilmsPage(published, overview);
    new Routes(routes, assets)
        .page("/", new HomePage(published, directory, overview))
        .page("/near", new NearPage(published, directory))
        .page("/cinemas/{cinemaId}", new CinemaPage(published, directory, overview))
        .page("/films/{filmId}", new FilmPage(published, directory, overview))
        .page("/chains/{chainId}", new ChainPage(directory, overview))
        .page("/search", new SearchPage(published, directory))
        .page("/new", newFilms)
        .page("/new.atom", new NewFilmsFeed(newFilms))
        .page("/showtimes/{showtimeId}", new ShowtimeCalendar(calendars))
        .page(
            "/notices",
            visit ->
                new Outcome.Shown((out, plain) -> JtenoticesGenerated.render(out, plain, visit)))
        .page("/notices/{code}", new NoticePage())
        .page("/robots.txt", new RobotsFile())
        .page("/sitemap.xml", new SitemapFile(published, directory));
    for (String area :
        List.of("near", "cinemas", "films", "chains", "search", "new", "notices", "showtimes")) {
      routes.faults(area, (request, reply, fault) -> reply.send(fault(request, fault, assets)));
    }
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
      routes.get(template, handler(page, assets));
      return this;
    }
  }

  private Handler handler(SitePage page, Assets assets) {
    return (request, reply) -> {
      Visit visit = Visit.of(request, settings, assets, clock.instant());
      InetAddress client = request.client();
      // Of a proxy that forwards no address nobody knows who asks.
      long wait = request.isProxy(client) ? 0 : budget.spend(client);
      if (wait > 0) {
        reply.send(error(429, visit).with("Retry-After", Long.toString(wait)));
      } else {
        reply.sendFrom(reading, request, () -> answer(page, request, visit));
      }
    };
  }

  private Response answer(SitePage page, Request request, Visit visit) {
    try {
      return switch (page.show(visit)) {
        case Outcome.Shown(int status, var template) when status == 200 ->
            new TaggedBytes(HTML, html(template), fields).answer(request);
        case Outcome.Shown(int status, var template) -> page(status, html(template));
        case Outcome.Moved(String address) -> Response.empty(308, new Header("Location", address));
        case Outcome.Elsewhere(String address) ->
            Response.empty(302, new Header("Location", address), UNKEPT);
        case Outcome.Document(String type, byte[] body) ->
            new TaggedBytes(type, body, fields).answer(request);
        case Outcome.Missing(String kind) -> missing(404, kind, visit);
      };
    } catch (ListingsUnavailable e) {
      LOG.atWarn().addKeyValue("requestId", request.id()).log(e.getMessage());
      return error(503, visit).with("Retry-After", "5");
    }
  }

  private Response fault(Request request, Response fault, Assets assets) {
    Visit visit = Visit.of(request, settings, assets, clock.instant());
    return fault.status() == 404 ? missing(404, "page", visit) : error(fault.status(), visit);
  }

  private Response missing(int status, String kind, Visit visit) {
    return page(status, html((out, plain) -> JtemissingGenerated.render(out, plain, visit, kind)));
  }

  private Response error(int status, Visit visit) {
    return page(status, html((out, plain) -> JteerrorGenerated.render(out, plain, visit, status)));
  }

  private static Response page(int status, byte[] html) {
    return Response.of(status, HTML, html, UNKEPT, VARY, POLICY, NO_REFERRER);
  }

  @SuppressWarnings("NullAway") // "no interceptor" is null in jte
  private static byte[] html(SitePage.Template template) {
    StringOutput text = new StringOutput(16_384);
    template.render(new OwaspHtmlTemplateOutput(text), null);
    return text.toString().getBytes(UTF_8);
  }
}
