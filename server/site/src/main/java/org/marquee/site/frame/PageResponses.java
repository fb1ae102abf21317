package org.marquee.site.frame;

import static java.nio.charset.StandardCharsets.UTF_8;

import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.util.Set;
import org.marquee.http.handler.TaggedBytes;
import org.marquee.http.message.Header;
import org.marquee.http.message.Request;
import org.marquee.http.message.Response;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.site.frame.SitePage.Outcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers with pages: their header fields, and the pages that say what went wrong.
public final class PageResponses {
  private static final Logger LOG = LoggerFactory.getLogger(PageResponses.class);

  private static final Header VARY = new Header("Vary", "Accept-Encoding, Accept-Language");
  private static final Header UNKEPT = new Header("Cache-Control", "no-store");
  private static final Header UNLISTED = new Header("X-Robots-Tag", "noindex");
  private static final String HTML = "text/html; charset=utf-8";

  /// Errors with a text of their own.
  private static final Set<Integer> EXPLAINED = Set.of(401, 403, 408, 413, 429, 503);

  private final SiteSettings.Indexing indexing;
  private final Header referrers;
  private final Header policy;
  private final Header[] fields;

  /// @param referrers the value of `Referrer-Policy`
  /// @param frames who may show the pages in a frame
  public PageResponses(SiteSettings settings, String referrers, WebHosts frames) {
    this.referrers = new Header("Referrer-Policy", referrers);
    policy = policy(settings.others().pictures(), frames);
    indexing = settings.indexing();
    String lifetime = settings.isPublic() ? "public, max-age=60" : "private, no-cache";
    fields = fields(new Header("Cache-Control", lifetime));
  }

  /// Everything but pictures is from here, nothing inline.
  private static Header policy(WebHosts pictures, WebHosts frames) {
    return new Header(
        "Content-Security-Policy",
        "default-src 'none'; style-src 'self'; img-src "
            + ("'self' " + pictures).strip()
            + "; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors "
            + (frames.isEmpty() ? "'none'" : frames));
  }

  private Header[] fields(Header lifetime) {
    return indexing == SiteSettings.Indexing.RECORDS
        ? new Header[] {lifetime, VARY, policy, referrers}
        : new Header[] {lifetime, VARY, policy, referrers, UNLISTED};
  }

  /// A page that stays as it is.
  public TaggedBytes kept(Header lifetime, SitePage.Template template) {
    return new TaggedBytes(HTML, html(template), fields(lifetime));
  }

  /// What a page gives a visitor.
  public Response answer(SitePage page, Request request, Visit visit) {
    try {
      return switch (page.show(visit)) {
        case Outcome.Shown(var template) ->
            new TaggedBytes(HTML, html(template), fields).answer(request);
        case Outcome.Moved(String address) -> Response.empty(308, new Header("Location", address));
        case Outcome.Elsewhere(String address) ->
            Response.empty(302, new Header("Location", address), UNKEPT);
        case Outcome.Document(String type, byte[] body) ->
            new TaggedBytes(type, body, fields).answer(request);
        case Outcome.Missing(String kind) -> missing(kind, visit);
        case Outcome.Gone(String kind) -> note(410, "gone.title", "gone." + kind, visit);
      };
    } catch (ListingsUnavailable e) {
      LOG.atWarn().addKeyValue("requestId", request.id()).log(e.getMessage());
      return error(503, visit).with("Retry-After", "5");
    }
  }

  /// The report of a run, which has its style in it.
  public static Response report(byte[] page) {
    return Response.of(
        200,
        HTML,
        page,
        UNKEPT,
        UNLISTED,
        new Header(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"));
  }

  /// The page for a request that no route is for.
  public Response fault(Response fault, Visit visit) {
    Response page = fault.status() == 404 ? missing("page", visit) : error(fault.status(), visit);
    return fault.field("Allow").map(methods -> page.with("Allow", methods)).orElse(page);
  }

  /// The page that says that something is not there.
  ///
  /// @param kind of it, for the text
  public Response missing(String kind, Visit visit) {
    return note(404, "missing.title", "missing." + kind, visit);
  }

  /// The page of an error, with the usual text for its status.
  public Response error(int status, Visit visit) {
    return error(status, "error." + (EXPLAINED.contains(status) ? status : "other"), visit);
  }

  /// The page of an error.
  ///
  /// @param text the key of what the page says
  public Response error(int status, String text, Visit visit) {
    return note(status, "error.title", text, visit);
  }

  private Response note(int status, String title, String text, Visit visit) {
    return page(status, (out, plain) -> JtenoteGenerated.render(out, plain, visit, title, text));
  }

  /// A page that nobody keeps.
  public Response page(int status, SitePage.Template template) {
    return Response.of(status, HTML, html(template), UNKEPT, VARY, policy, referrers);
  }

  /// The head of a page that is sent while it is made; proxies must not collect it.
  public Response streamed() {
    return Response.of(
        200,
        HTML,
        new byte[0],
        UNKEPT,
        VARY,
        policy,
        referrers,
        UNLISTED,
        new Header("X-Accel-Buffering", "no"));
  }

  @SuppressWarnings("NullAway") // "no interceptor" is null in jte
  private static byte[] html(SitePage.Template template) {
    StringOutput text = new StringOutput(16_384);
    template.render(new OwaspHtmlTemplateOutput(text), null);
    return text.toString().getBytes(UTF_8);
  }
}
