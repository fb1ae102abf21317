package org.marquee.site;

import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.WriterOutput;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
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
import org.marquee.http.BodyLimit;
import org.marquee.http.FormUpload;
import org.marquee.http.Handler;
import org.marquee.http.Request;
import org.marquee.http.Response;

/// `POST /validate`: takes a feed, has it checked, and sends the report while it is made. Nothing
/// is stored, and the file is deleted.
final class FeedSubmissions implements Handler {
  /// The parts of a form around its file.
  private static final int FORM = 64 * 1024;

  /// Files that arrive at once, each on the disk.
  private static final int MOST_ARRIVING = 4;

  private static final Duration TURN = Duration.ofSeconds(10);

  private final FeedCheck check;
  private final CheckLimits limits;
  private final PageResponses responses;
  private final Executor reading;
  private final Function<Request, Visit> visits;
  private final PageBudget budget;
  private final Semaphore arriving = new Semaphore(MOST_ARRIVING);
  private final Semaphore turn = new Semaphore(1, true);

  FeedSubmissions(
      FeedCheck check,
      SiteSettings settings,
      PageResponses responses,
      Executor reading,
      Function<Request, Visit> visits) {
    this.check = check;
    this.limits = settings.checks();
    this.responses = responses;
    this.reading = reading;
    this.visits = visits;
    budget = new PageBudget(settings.isPublic() ? limits.perMinute() : 0, System::nanoTime);
  }

  /// What a request may carry.
  BodyLimit body() {
    return BodyLimit.of(limits.bytes() + FORM, limits.time());
  }

  /// The page with the form.
  SitePage form() {
    return visit -> new SitePage.Outcome.Shown(form(visit, ""));
  }

  /// @param fault the key of what was wrong with the last try; empty at first
  private SitePage.Template form(Visit visit, String fault) {
    return (out, plain) ->
        JtevalidateGenerated.render(out, plain, visit, check.formats(), limits, fault);
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
    } else if (arriving.tryAcquire()) {
      reading.execute(() -> {
        try {
          take(request, reply, visit);
        } catch (RuntimeException | Error e) {
          reply.fail(e);
        } finally {
          arriving.release();
        }
      });
    } else {
      reply.send(busy(visit));
    }
  }

  /// A web page of others must not send feeds through the browser of a visitor: their address may
  /// reach a port that its author cannot. Programs send neither of the two fields.
  private static boolean isFromElsewhere(Request request) {
    Optional<String> site = first(request, "Sec-Fetch-Site");
    if (site.isPresent()) {
      return !site.get().equals("same-origin") && !site.get().equals("none");
    }
    String host = first(request, "Host").orElse("").toLowerCase(Locale.ROOT);
    return first(request, "Origin")
        .filter(origin -> !origin.toLowerCase(Locale.ROOT).endsWith("://" + host))
        .isPresent();
  }

  private static Optional<String> first(Request request, String field) {
    return request.headers().all(field).stream().findFirst();
  }

  private Response busy(Visit visit) {
    return responses.error(503, "validate.busy", visit).with("Retry-After", "10");
  }

  private void take(Request request, Reply reply, Visit visit) {
    try (ArrivedFile arrived = ArrivedFile.of(request)) {
      FormUpload form = arrived.form();
      String format =
          Optional.ofNullable(form.fields().get("format"))
              .or(() -> visit.parameter("format"))
              .orElse("");
      if (Files.notExists(arrived.file())) {
        reply.send(responses.page(400, form(visit, "validate.nofile")));
      } else if (Files.size(arrived.file()) > limits.bytes()) {
        reply.send(responses.error(413, visit));
      } else if (!format.isEmpty() && !check.formats().contains(format)) {
        reply.send(responses.page(400, form(visit, "validate.noformat")));
      } else if (!turn.tryAcquire(TURN.toMillis(), TimeUnit.MILLISECONDS)) {
        reply.send(busy(visit));
      } else {
        String name = form.name().isEmpty() ? visit.parameter("name").orElse("feed") : form.name();
        try {
          report(
              new FeedCheck.Feed(name, arrived.file(), format.isEmpty() ? null : format),
              reply,
              visit);
        } finally {
          turn.release();
        }
      }
    } catch (FormUpload.Malformed _) {
      reply.send(responses.error(400, visit)); // unless the body has not arrived: it has an answer
    } catch (IOException e) {
      reply.fail(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      reply.fail(e);
    }
  }

  private void report(FeedCheck.Feed feed, Reply reply, Visit visit) {
    reply.streamFrom(Runnable::run, responses.streamed(), -1, out -> write(feed, visit, out));
  }

  @SuppressWarnings("NullAway") // "no interceptor" is null in jte
  private void write(FeedCheck.Feed feed, Visit visit, OutputStream out) throws IOException {
    Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    try {
      JtelayoutGenerated.render(
          new OwaspHtmlTemplateOutput(new WriterOutput(text)),
          null,
          visit,
          visit.text("validate.title"),
          new CheckedFeed(check, feed, limits, visit, text));
      text.flush();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /// The file of a request, in a folder of its own; closing deletes both.
  private record ArrivedFile(Path folder, Path file, @Nullable FormUpload read)
      implements AutoCloseable {
    static ArrivedFile of(Request request) throws IOException {
      Path folder = Files.createTempDirectory("marquee-check-");
      Path file = folder.resolve("feed");
      try {
        return new ArrivedFile(folder, file, FormUpload.read(request, file));
      } catch (IOException | RuntimeException e) {
        try (ArrivedFile _ = new ArrivedFile(folder, file, null)) {
          throw e;
        }
      }
    }

    FormUpload form() {
      return Objects.requireNonNull(read);
    }

    @Override
    public void close() throws IOException {
      Files.deleteIfExists(file);
      Files.deleteIfExists(folder);
    }
  }
}
