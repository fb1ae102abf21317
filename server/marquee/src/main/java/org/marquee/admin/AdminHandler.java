package org.marquee.admin;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.marquee.access.AccessUnavailable;
import org.marquee.admin.AdminOperation.Outcome;
import org.marquee.app.home.Storage;
import org.marquee.http.BodyLimit;
import org.marquee.http.ErrorBody;
import org.marquee.http.Handler;
import org.marquee.http.Header;
import org.marquee.http.Request;
import org.marquee.http.Response;
import org.marquee.ingest.LedgerUnavailable;
import org.marquee.json.JsonObject;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.store.sql.Actor;
import org.marquee.v1.answer.Errors;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Reason;
import org.marquee.v1.declaration.RecordType;
import org.marquee.v1.declaration.Violations;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers the requests of one operation of the socket.
///
/// @param executor runs what may block
/// @param changed is told of each change
record AdminHandler(
    AdminOperation operation,
    AdminOperations operations,
    Storage storage,
    Executor executor,
    Runnable changed)
    implements Handler {
  /// What a request may carry.
  static final BodyLimit BODY = BodyLimit.of(64 * 1024, Duration.ofSeconds(10));

  /// The field with the name of the person for whom a program asks.
  static final String PERSON = "Marquee-Actor";

  private static final Logger LOG = LoggerFactory.getLogger(AdminHandler.class);
  private static final RecordType NOTHING = AdminTypes.of("Nothing");
  private static final String PRINTABLE = "[ -~]{1,80}";
  private static final Header UNCACHED = new Header("Cache-Control", "no-store");

  @Override
  public void handle(Request request, Reply reply) {
    reply.sendFrom(executor, request, () -> answer(request));
  }

  private Response answer(Request request) {
    byte[] body;
    try {
      body = request.body().readAllBytes();
    } catch (IOException _) {
      // The server has answered, or the client is gone.
      return ErrorBody.of(400, "bad_request", "the body ended too early", request.id());
    }
    if (body.length > 0 && !isJson(request)) {
      return ErrorBody.of(415, "bad_request", "the body must be application/json", request.id());
    }
    Violations violations = new Violations();
    AdminInput ofQuery =
        AdminInput.of(
            request.query(), operation.changes() ? NOTHING : operation.input(), violations);
    AdminInput input =
        operation.changes() ? AdminInput.of(body, operation.input(), violations) : ofQuery;
    Storage own = storage.by(actor(request, violations));
    if (!violations.list().isEmpty()) {
      return Errors.violations(violations.list(), request);
    }
    try {
      return answer(
          operations.run(new AdminRequest(operation, own, request.path(), input, violations)),
          violations,
          request);
    } catch (AccessUnavailable | ListingsUnavailable | LedgerUnavailable e) {
      LOG.atWarn().addKeyValue("requestId", request.id()).log(e.getMessage());
      return Errors.unavailable(request);
    } finally {
      if (operation.changes()) {
        changed.run();
      }
    }
  }

  private static boolean isJson(Request request) {
    List<String> types = request.headers().all("Content-Type");
    return types.size() == 1
        && types
            .getFirst()
            .split(";", 2)[0]
            .strip()
            .toLowerCase(Locale.ROOT)
            .equals(MediaType.JSON.text());
  }

  /// The user at the other end of the socket, whom the system knows, and the person whom that one
  /// names.
  private static Actor actor(Request request, Violations violations) {
    String user = Objects.requireNonNullElse(request.user(), "?");
    List<String> persons = request.headers().all(PERSON);
    if (persons.size() > 1) {
      violations.add(PERSON, Reason.REPEATED, PERSON + " may be given only once");
    } else if (!persons.isEmpty() && !persons.getFirst().matches(PRINTABLE)) {
      violations.add(PERSON, Reason.MALFORMED, "1 to 80 printable ASCII characters");
    } else if (!persons.isEmpty()) {
      user = persons.getFirst() + " as " + user;
    }
    return new Actor(user, null, Actor.here("").host(), "admin socket");
  }

  private static Response answer(Outcome outcome, Violations violations, Request request) {
    return switch (outcome) {
      case Outcome.Done(Object data) -> data(200, data);
      case Outcome.Made(Object data) -> data(201, data);
      case Outcome.Missing(String message) -> ErrorBody.of(404, "not_found", message, request.id());
      case Outcome.Conflict(String message) -> ErrorBody.of(409, "conflict", message, request.id());
      case Outcome.Refused() -> Errors.violations(violations.list(), request);
    };
  }

  private static Response data(int status, Object data) {
    return Response.json(status, JsonObject.of("data", data).bytes(), UNCACHED);
  }
}
