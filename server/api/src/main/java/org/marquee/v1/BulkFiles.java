package org.marquee.v1;

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
import org.marquee.access.Gate;
import org.marquee.http.handler.Handler;
import org.marquee.http.handler.Router;
import org.marquee.http.handler.ServedFile;
import org.marquee.http.message.Header;
import org.marquee.http.message.Request;
import org.marquee.http.message.Response;
import org.marquee.json.JsonTree;
import org.marquee.json.ReadObject;
import org.marquee.page.OutputBuffer;
import org.marquee.v1.answer.Caller;
import org.marquee.v1.answer.Entrance;
import org.marquee.v1.answer.Errors;
import org.marquee.v1.answer.Finishing;
import org.marquee.v1.answer.Gateway;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.operation.BulkOperations;

/// Answers requests for bulk files (docs/api.md, "Bulk files"), which an export has made.
public final class BulkFiles {
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
                caller -> reply.sendFrom(reading, request, () -> manifest(manifest, caller))));
    Operation file = BulkOperations.FILE;
    routes.get(file.route(), (request, reply) -> admit(file, request, reply, this::serve));
  }

  private void admit(
      Operation operation, Request request, Handler.Reply reply, Consumer<Caller> then) {
    entrance.admit(
        request,
        reply,
        caller -> {
          if (entrance.gate().includesBulk(caller.admitted())) {
            Entrance.read(operation, caller, _ -> then.accept(caller));
          } else {
            caller.send(Errors.notInPlan(request));
          }
        });
  }

  private Response manifest(Operation operation, Caller caller) {
    if (folder == null) {
      return caller.rated(Errors.noBulkFiles(caller.request()));
    }
    byte[] manifest;
    try {
      manifest = Files.readAllBytes(folder.resolve(MANIFEST));
    } catch (NoSuchFileException _) {
      return caller.rated(Errors.noBulkFiles(caller.request()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    OutputBuffer body =
        new OutputBuffer(manifest.length + 100)
            .add("{\"data\":")
            .add(manifest)
            .add(
                ",\"freshness\":{\"observedAt\":\""
                    + ReadObject.of(JsonTree.own(manifest)).text("madeAt")
                    + "\"}}");
    return new Finishing(entrance.gate()).finish(operation, caller, MediaType.JSON, body);
  }

  private void serve(Caller caller) {
    Request request = caller.request();
    String name = request.path().getLast();
    if (folder == null) {
      caller.send(Errors.noBulkFiles(request));
    } else if (!NAME.matcher(name).matches()) {
      caller.send(Errors.noSuchRecord(request));
    } else {
      new ServedFile(folder.resolve(name), contentType(name), HEADERS, caller::rated)
          .answer(reading, request, caller.reply());
    }
  }

  private static String contentType(String name) {
    if (name.equals(MANIFEST)) {
      return MediaType.JSON.contentType();
    }
    return name.endsWith(".gz") ? MediaType.GZIP.contentType() : MediaType.TEXT.contentType();
  }
}
