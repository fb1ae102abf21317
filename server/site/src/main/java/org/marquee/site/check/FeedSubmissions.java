package org.marquee.site.check;

import gg.jte.html.HtmlContent;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.WriterOutput;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.channels.InterruptedByTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.http.body.BodyLimit;
import org.marquee.http.body.FormUpload;
import org.marquee.http.handler.Handler;
import org.marquee.http.message.Request;
import org.marquee.http.message.Response;
import org.marquee.notice.KeptReports;
import org.marquee.site.frame.CheckLimits;
import org.marquee.site.frame.JtelayoutGenerated;
import org.marquee.site.frame.PageBudget;
import org.marquee.site.frame.PageResponses;
import org.marquee.site.frame.SitePage;
import org.marquee.site.frame.SiteSettings;
import org.marquee.site.frame.Visit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// `POST /validate`: takes a feed, has it checked, and sends the report while it is made. Nothing
/// is stored, and the file is deleted.
public final class FeedSubmissions implements Handler {
  private static final Logger LOG = LoggerFactory.getLogger(FeedSubmissions.class);

  /// The parts of a form around its file.
  private static final int FORM = 64 * 1024;

  private static final Duration TURN = Duration.ofSeconds(10);

  private final FeedCheck check;
  private final CheckLimits limits;
  private final PageResponses responses;
  private final Executor reading;
  private final Function<Request, Visit> visits;
  private final @Nullable KeptReports kept;
  private final PageBudget budget;
  private final FeedPlaces places;
  private final Semaphore turn = new Semaphore(1, true);

  /// @param kept where reports are kept, on the port of operators; null elsewhere
  public FeedSubmissions(
      FeedCheck check,
      @Nullable KeptReports kept,
      SiteSettings settings,
      PageResponses responses,
      Executor reading,
      Function<Request, Visit> visits) {
    this.check = check;
    this.kept = kept;
    this.limits = settings.checks();
    this.responses = responses;
    this.reading = reading;
    this.visits = visits;
    places = new FeedPlaces(settings.isPublic());
    budget = new PageBudget(settings.isPublic() ? limits.perMinute() : 0, System::nanoTime);
  }

  /// What a request may carry.
  public BodyLimit body() {
    return BodyLimit.of(limits.bytes() + FORM, limits.time());
  }

  /// The page with the form.
  public SitePage form() {
    return visit -> new SitePage.Outcome.Shown(form(visit, "", ""));
  }

  /// @param fault the key of what was wrong with the last try; empty at first
  /// @param detail of it, in English
  private SitePage.Template form(Visit visit, String fault, String detail) {
    return (out, plain) ->
        JtevalidateGenerated.render(
            out, plain, visit, check.formats(), limits, kept != null, fault, detail);
  }

  /// The page of a report that was kept.
  public SitePage keptReport(KeptReports kept) {
    return visit ->
        kept.find(visit.id())
            .<SitePage.Outcome>map(page ->
                new SitePage.Outcome.Shown((out, plain) ->
                    JtelayoutGenerated.render(
                        out,
                        plain,
                        visit,
                        visit.text("validate.kind"),
                        content(new String(page, StandardCharsets.UTF_8)))))
            .orElseGet(() -> new SitePage.Outcome.Missing("report"));
  }

  private static HtmlContent content(String html) {
    return out -> out.writeContent(html);
  }

  /// The address that a feed is to be fetched from; null where none is given, or none is fetched.
  public @Nullable URI address(Request request) {
    return kept == null ? null : SubmittedFeed.address(request);
  }

  @Override
  public Response refusal(Request request, Response fault) {
    return responses.error(fault.status(), visits.apply(request));
  }

  @Override
  public void handle(Request request, Reply reply) {
    Visit visit = visits.apply(request);
    long wait = isFromElsewhere(request) ? 0 : budget.spend(request);
    if (isFromElsewhere(request)) {
      reply.send(responses.error(403, visit));
    } else if (wait > 0) {
      reply.send(responses.error(429, visit).with("Retry-After", Long.toString(wait)));
    } else {
      places
          .enter(request)
          .ifPresentOrElse(
              place -> reading.execute(() -> answer(request, reply, visit, place)),
              () -> reply.send(busy(visit)));
    }
  }

  private void answer(Request request, Reply reply, Visit visit, FeedPlaces.Place place) {
    try {
      Optional<Response> answer = receive(request, reply, visit, place);
      place.leave();
      answer.ifPresent(reply::send);
    } catch (RuntimeException | Error e) {
      place.leave();
      reply.fail(e);
    }
  }

  /// A web page of others must not send feeds through the browser of a visitor: their address may
  /// reach a port that its author cannot. Programs send neither of the two fields.
  private static boolean isFromElsewhere(Request request) {
    Optional<String> site = first(request, "Sec-Fetch-Site");
    if (site.isPresent()) {
      return !site.get().equals("same-origin") && !site.get().equals("none");
    }
    String own = "://" + first(request, "Host").orElse("").toLowerCase(Locale.ROOT);
    Optional<String> origin = first(request, "Origin");
    if (origin.isPresent() || !request.method().equals("GET")) {
      return origin.filter(from -> !from.toLowerCase(Locale.ROOT).endsWith(own)).isPresent();
    }
    // Without TLS a browser says neither of a link or a picture, but that it is one.
    boolean browser =
        first(request, "User-Agent").filter(name -> name.startsWith("Mozilla/")).isPresent();
    String from = first(request, "Referer").orElse("");
    return browser && !from.startsWith("http" + own + "/") && !from.startsWith("https" + own + "/");
  }

  private static Optional<String> first(Request request, String field) {
    return request.headers().all(field).stream().findFirst();
  }

  private Response busy(Visit visit) {
    return responses.error(503, "validate.busy", visit).with("Retry-After", "10");
  }

  /// @return empty where the answer was streamed
  private Optional<Response> receive(
      Request request, Reply reply, Visit visit, FeedPlaces.Place place) {
    try (SubmittedFeed arrived = SubmittedFeed.make()) {
      URI address = address(request);
      SubmittedFeed.Wish sent =
          address == null
              ? arrived.post(request, visit)
              : arrived.fetch(address, check, limits, visit);
      if (Files.notExists(arrived.file())) {
        return Optional.of(responses.page(400, form(visit, "validate.nofile", "")));
      } else if (Files.size(arrived.file()) > limits.bytes()) {
        return Optional.of(responses.error(413, visit));
      } else if (!sent.format().isEmpty() && !check.formats().contains(sent.format())) {
        return Optional.of(responses.page(400, form(visit, "validate.noformat", "")));
      } else if (!turn.tryAcquire(TURN.toMillis(), TimeUnit.MILLISECONDS)) {
        return Optional.of(busy(visit));
      } else {
        try {
          return answer(sent, arrived.file(), reply, visit, place);
        } finally {
          turn.release();
        }
      }
    } catch (FormUpload.Malformed _) {
      // Unless the body has not arrived: then it has an answer.
      return Optional.of(responses.error(400, visit));
    } catch (InterruptedByTimeoutException _) {
      return Optional.of(responses.page(503, form(visit, "validate.toolong", "")));
    } catch (FeedCheck.Unfetched e) {
      return Optional.of(
          responses.page(400, form(visit, "validate.unfetched", String.valueOf(e.getMessage()))));
    } catch (IOException e) {
      LOG.atWarn().log("a feed cannot be kept while it is checked: {}", e.getMessage());
      return Optional.of(responses.page(503, form(visit, "validate.unkeepable", reason(e))));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /// Without our paths, which are no business of visitors.
  private static String reason(IOException failure) {
    IOException first = failure.getCause() instanceof IOException cause ? cause : failure;
    return first instanceof FileSystemException file
        ? Objects.requireNonNullElse(file.getReason(), "")
        : String.valueOf(first.getMessage());
  }

  /// The report; or the page of a mapping for a file that no format fits.
  private Optional<Response> answer(
      SubmittedFeed.Wish sent, Path file, Reply reply, Visit visit, FeedPlaces.Place place)
      throws IOException {
    Optional<MappingLook> look =
        sent.format().isEmpty()
            ? check.look(
                new FeedCheck.Feed(sent.name(), file, null, sent.openEnded()),
                limits,
                sent.corrections())
            : Optional.empty();
    if (look.isPresent()) {
      return Optional.of(
          responses.page(
              200,
              (out, plain) ->
                  JtemappingGenerated.render(out, plain, visit, sent.name(), look.get())));
    }
    FeedCheck.Feed feed =
        new FeedCheck.Feed(
            sent.name(), file, sent.format().isEmpty() ? null : sent.format(), sent.openEnded());
    Optional<KeptReports> keep = sent.isKept() ? Optional.ofNullable(kept) : Optional.empty();
    reply.streamFrom(
        Runnable::run,
        responses.streamed(),
        -1,
        out -> {
          write(feed, keep, visit, out);
          place.leave();
        });
    return Optional.empty();
  }

  @SuppressWarnings("NullAway") // "no interceptor" is null in jte
  private void write(FeedCheck.Feed feed, Optional<KeptReports> keep, Visit visit, OutputStream out)
      throws IOException {
    Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    try {
      JtelayoutGenerated.render(
          new OwaspHtmlTemplateOutput(new WriterOutput(text)),
          null,
          visit,
          visit.text("validate.title"),
          new CheckedFeed(check, feed, limits, keep, visit, text));
      text.flush();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
