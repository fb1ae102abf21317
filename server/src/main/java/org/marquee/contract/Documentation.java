package org.marquee.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.marquee.http.Header;
import org.marquee.http.Response;
import org.marquee.http.handler.Router;
import org.marquee.http.handler.ServedBytes;

/// What is served about the interface, to everybody, without a key: `/openapi.json`,
/// `/openapi.yaml`, the reference at `/docs` and the guide at `/docs/guide` (docs/decisions/0132).
public final class Documentation {
  /// Where the documentation begins.
  public static final String HOME = "/docs";

  /// The reference is Swagger UI (docs/decisions/0132), as the artifact `org.webjars:swagger-ui`
  /// has it.
  static final String SWAGGER_UI = "5.34.1";

  private static final String WEBJAR = "/META-INF/resources/webjars/swagger-ui/" + SWAGGER_UI + "/";

  /// Five minutes: a new version of the program may have other pages.
  private static final Header SOON_STALE = new Header("Cache-Control", "public, max-age=300");

  /// Pages name these files with a version.
  private static final Header LASTING = new Header("Cache-Control", "public, max-age=86400");

  /// Nothing from elsewhere, nothing inline, no `eval`. The reference has its pictures in itself.
  private static final Header POLICY =
      new Header(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
              + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");

  private static final Header NO_REFERRER = new Header("Referrer-Policy", "no-referrer");

  private final Executor executor;

  /// @param executor makes documents, which may take a moment
  public Documentation(Executor executor) {
    this.executor = executor;
  }

  /// Adds the way from `/` to the documents, for a port without pages of its own.
  public void addHome(Router.Builder routes) {
    Response home =
        Response.empty(302, new Header("Location", HOME), new Header("Cache-Control", "no-cache"));
    routes.get("/", (_, reply) -> reply.send(home));
  }

  /// Adds the pages and the documents to the routes of a port.
  @SuppressWarnings("NullAway") // "no interceptor" is null in jte
  public void addTo(Router.Builder routes) {
    routes
        .help(HOME)
        .get("/openapi.json", document("application/json", () -> Contract.written().json()))
        .get("/openapi.yaml", document("application/yaml", () -> Contract.written().yaml()))
        .get(HOME, page(out -> JtereferenceGenerated.render(out, null, SWAGGER_UI)))
        .get(HOME + "/guide", page(out -> JteguideGenerated.render(out, null, Guide.written())))
        .get(HOME + "/docs.css", file("text/css; charset=utf-8", "docs.css"))
        .get(HOME + "/guide.js", file("text/javascript; charset=utf-8", "guide.js"))
        .get(HOME + "/reference.js", file("text/javascript; charset=utf-8", "reference.js"))
        .get(HOME + "/swagger-ui.css", file("text/css; charset=utf-8", WEBJAR + "swagger-ui.css"))
        .get(
            HOME + "/swagger-ui.js",
            file("text/javascript; charset=utf-8", WEBJAR + "swagger-ui-bundle.js"));
  }

  private ServedBytes document(String contentType, Supplier<byte[]> document) {
    return new ServedBytes(executor, contentType, document, SOON_STALE);
  }

  private ServedBytes page(Consumer<OwaspHtmlTemplateOutput> template) {
    return new ServedBytes(
        executor,
        "text/html; charset=utf-8",
        () -> {
          StringOutput text = new StringOutput();
          template.accept(new OwaspHtmlTemplateOutput(text));
          return text.toString().getBytes(UTF_8);
        },
        SOON_STALE,
        POLICY,
        NO_REFERRER);
  }

  /// @param resource of this package, or of the class path
  private ServedBytes file(String contentType, String resource) {
    return new ServedBytes(executor, contentType, () -> read(resource), LASTING);
  }

  private static byte[] read(String resource) {
    try (InputStream in = Documentation.class.getResourceAsStream(resource)) {
      return Objects.requireNonNull(in, resource).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
