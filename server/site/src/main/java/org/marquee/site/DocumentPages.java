package org.marquee.site;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.marquee.http.handler.Handler;
import org.marquee.http.handler.Router;
import org.marquee.http.handler.TaggedBytes;
import org.marquee.http.message.Header;
import org.marquee.http.message.Request;
import org.marquee.manual.Document;
import org.marquee.manual.Manual;
import org.marquee.manual.Passage;
import org.marquee.site.frame.Language;
import org.marquee.site.frame.PageResponses;
import org.marquee.site.frame.SitePage.Outcome;
import org.marquee.site.frame.Visit;

/// The documents as pages: their text in English, in a frame in the visitor's language.
final class DocumentPages {
  /// Five minutes: a new version of the program may have other documents.
  private static final Header SOON_STALE = new Header("Cache-Control", "public, max-age=300");

  private static final Header VARY = new Header("Vary", "Accept-Encoding");

  private static final String SVG = "image/svg+xml";

  /// A page that is kept in each language: the longest take milliseconds to write and compress.
  private record Kept(String address, Language language, boolean asked) {}

  private final Map<Kept, TaggedBytes> kept = new ConcurrentHashMap<>();
  private final Executor reading;
  private final Function<Request, Visit> visits;
  private final PageResponses responses;

  /// @param reading reads the documents, and writes pages
  /// @param visits what a request asks, as pages see it
  DocumentPages(Executor reading, Function<Request, Visit> visits, PageResponses responses) {
    this.reading = reading;
    this.visits = visits;
    this.responses = responses;
  }

  void addTo(Router.Builder routes) {
    Manual.addresses().forEach(address -> routes.get(address, page(address)));
    for (String example : Manual.EXAMPLE_FILES) {
      file(routes, "examples/" + example, "text/plain; charset=utf-8");
    }
    for (String picture : Manual.PICTURES) {
      file(routes, "pictures/" + picture, picture.endsWith(".svg") ? SVG : "image/webp");
    }
    file(routes, "architecture.svg", SVG);
  }

  private void file(Router.Builder routes, String path, String type) {
    routes.get(
        Manual.HOME + "/" + path,
        TaggedBytes.once(
            reading, () -> new TaggedBytes(type, Manual.file(path), SOON_STALE, VARY)));
  }

  private Handler page(String address) {
    return (request, reply) -> {
      Visit visit = visits.apply(request);
      Kept name = new Kept(address, visit.language(), visit.languageAsked());
      TaggedBytes known = kept.get(name);
      if (known != null) {
        reply.send(known.answer(request));
      } else {
        reply.sendFrom(
            reading,
            request,
            () ->
                kept.computeIfAbsent(name, _ -> made(address, visit.ofEverybody()))
                    .answer(request));
      }
    };
  }

  private TaggedBytes made(String address, Visit visit) {
    Manual manual = Manual.read();
    Document document = manual.at(address).orElseThrow();
    return responses.kept(
        SOON_STALE,
        (out, plain) -> JtedocumentGenerated.render(out, plain, visit, manual, document));
  }

  /// The passages that fit `q`.
  static Outcome search(Visit visit) {
    String q = visit.parameter("q").orElse("");
    Manual manual = Manual.read();
    List<Passage> passages = manual.search(q);
    return new Outcome.Shown(
        (out, plain) -> JtepassagesGenerated.render(out, plain, visit, manual, q, passages));
  }
}
