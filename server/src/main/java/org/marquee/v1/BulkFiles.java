package org.marquee.v1;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Admission;
import org.marquee.access.Gate;
import org.marquee.http.Handler;
import org.marquee.http.Header;
import org.marquee.http.Request;
import org.marquee.http.Response;
import org.marquee.http.handler.Router;
import org.marquee.http.handler.ServedFile;
import org.marquee.page.OutputBuffer;
import org.marquee.v1.answer.Entrance;
import org.marquee.v1.answer.Errors;
import org.marquee.v1.answer.Finishing;
import org.marquee.v1.answer.Gateway;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.Violation;
import org.marquee.v1.operation.BulkOperations;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// Answers requests for bulk files (docs/api.md, "Bulk files"), which an export has made.
public final class BulkFiles {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String MANIFEST = "manifest.json";
  private static final Pattern NAME =
      Pattern.compile("[a-z]+\\.(csv|ndjson)\\.gz|manifest\\.json|SHA256SUMS");

  private static final List<Header> HEADERS =
      List.of(
          new Header("Cache-Control", "private, no-cache"), new Header("Vary", "Authorization"));

  private final @Nullable Path folder;
  private final Entrance entrance;
  private final Executor reading;

  /// @param folder of the export; null where none is made
  /// @param reading runs what may block
  public BulkFiles(@Nullable Path folder, Gate gate, Gateway gateway, Executor reading) {
    this.folder = folder;
    entrance = new Entrance(gate, gateway);
    this.reading = reading;
  }

  /// Adds the files to the routes of a port.
  public void addTo(Router.Builder routes) {
    Operation manifest = BulkOperations.MANIFEST;
    routes.get(
        manifest.route(),
        (request, reply) ->
            admit(
                manifest,
                request,
                reply,
                admitted ->
                    reply.sendFrom(reading, request, () -> manifest(manifest, request, admitted))));
    Operation file = BulkOperations.FILE;
    routes.get(
        file.route(),
        (request, reply) ->
            admit(file, request, reply, admitted -> serve(request, admitted, reply)));
  }

  private void admit(
      Operation operation,
      Request request,
      Handler.Reply reply,
      Consumer<Admission.Admitted> then) {
    entrance.admit(
        request,
        reply,
        admitted -> {
          if (!entrance.gate().includesBulk(admitted)) {
            reply.send(Finishing.rated(Errors.notInPlan(request), admitted.rate()));
            return;
          }
          switch (operation.read(request)) {
            case Operation.Reading.Refused(List<Violation> violations) ->
                reply.send(
                    Finishing.rated(Errors.violations(violations, request), admitted.rate()));
            case Operation.Reading.Accepted(_) -> then.accept(admitted);
          }
        });
  }

  private Response manifest(Operation operation, Request request, Admission.Admitted admitted) {
    if (folder == null) {
      return Finishing.rated(Errors.noBulkFiles(request), admitted.rate());
    }
    byte[] manifest;
    try {
      manifest = Files.readAllBytes(folder.resolve(MANIFEST));
    } catch (NoSuchFileException _) {
      return Finishing.rated(Errors.noBulkFiles(request), admitted.rate());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    OutputBuffer body =
        new OutputBuffer(manifest.length + 100)
            .add("{\"data\":")
            .add(manifest)
            .add(",\"freshness\":{\"observedAt\":\"" + madeAt(manifest) + "\"}}");
    return new Finishing(entrance.gate())
        .finish(operation, request, MediaType.JSON, body, admitted);
  }

  private static String madeAt(byte[] manifest) {
    try (JsonParser json =
        JSON.createParser(ObjectReadContext.empty(), manifest, 0, manifest.length)) {
      while (json.nextToken() != null) {
        if (json.currentToken() == JsonToken.PROPERTY_NAME && json.currentName().equals("madeAt")) {
          json.nextToken();
          return json.getString();
        }
      }
    }
    throw new IllegalStateException("a manifest without its time: " + new String(manifest, UTF_8));
  }

  private void serve(Request request, Admission.Admitted admitted, Handler.Reply reply) {
    String name = request.path().getLast();
    if (folder == null) {
      reply.send(Finishing.rated(Errors.noBulkFiles(request), admitted.rate()));
      return;
    }
    if (!NAME.matcher(name).matches()) {
      reply.send(Finishing.rated(Errors.noSuchRecord(request), admitted.rate()));
      return;
    }
    new ServedFile(
            folder.resolve(name),
            contentType(name),
            HEADERS,
            answer -> Finishing.rated(answer, admitted.rate()))
        .answer(reading, request, reply);
  }

  private static String contentType(String name) {
    if (name.equals(MANIFEST)) {
      return MediaType.JSON.contentType();
    }
    return name.endsWith(".gz") ? MediaType.GZIP.contentType() : MediaType.TEXT.contentType();
  }
}
