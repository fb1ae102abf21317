package org.marquee.http.connection;

import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.io.InputStream;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.marquee.http.body.AnswerStream;
import org.marquee.http.body.BodyLimit;
import org.marquee.http.body.Delivery;
import org.marquee.http.handler.Handler;
import org.marquee.http.message.Answer;
import org.marquee.http.message.ErrorBody;
import org.marquee.http.message.Fault;
import org.marquee.http.message.MessageSyntax;
import org.marquee.http.message.Request;
import org.marquee.http.message.RequestId;
import org.marquee.http.message.Response;
import org.marquee.http.message.Target;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One request and the one answer it gets.
final class Exchange implements Handler.Reply {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

  /// The methods of RFC 9110, section 9, and PATCH (RFC 5789).
  private static final Set<HttpMethod> KNOWN =
      Set.of(
          HttpMethod.GET,
          HttpMethod.HEAD,
          HttpMethod.POST,
          HttpMethod.PUT,
          HttpMethod.DELETE,
          HttpMethod.CONNECT,
          HttpMethod.OPTIONS,
          HttpMethod.TRACE,
          HttpMethod.PATCH);

  /// When the head was complete.
  private final long startedNanos = System.nanoTime();

  private final AtomicBoolean sent = new AtomicBoolean();
  private final Lane lane;
  private final HttpHeaders headers;
  private final String id;
  private final boolean headOnly;
  private final boolean http10;
  private final boolean keepsAlive;
  private final boolean expectsContinue;
  private final BodyLimit limit;
  private final @Nullable Fault fault;
  private final @Nullable Request request;
  private InputStream body = InputStream.nullInputStream();
  private String route = "";
  private String organization = "";
  private String keyId = "";
  private boolean leavesBody;

  /// For a request that cannot be read.
  ///
  /// @param headOnly whether its method is known to be HEAD
  Exchange(Lane lane, boolean headOnly) {
    this.lane = lane;
    headers = EmptyHttpHeaders.INSTANCE;
    id = RequestId.fresh();
    this.headOnly = headOnly;
    http10 = false;
    keepsAlive = false;
    expectsContinue = false;
    limit = BodyLimit.IGNORED;
    fault = null;
    request = null;
  }

  /// For a request whose head the codec could read.
  Exchange(Lane lane, HttpRequest head) {
    this.lane = lane;
    headers = head.headers();
    id = RequestId.of(headers);
    headOnly = head.method().equals(HttpMethod.HEAD);
    http10 = head.protocolVersion().equals(HttpVersion.HTTP_1_0);
    keepsAlive = HttpUtil.isKeepAlive(head);
    expectsContinue = MessageSyntax.expectsContinue(head);
    Fault undecodable = null;
    switch (Target.of(head.method().name(), head.uri())) {
      case Target.UnusableTarget(Fault found) -> {
        undecodable = found;
        request = null;
      }
      case Target.Read parts ->
          request =
              new Request(
                  head.method().name(),
                  head.uri(),
                  parts,
                  headers::getAll,
                  lane.counted(),
                  lane.terms().proxies(),
                  id,
                  () -> body);
    }
    limit =
        request != null && MessageSyntax.announcesBody(head)
            ? lane.terms().handler().body(request)
            : BodyLimit.IGNORED;
    Fault malformed = MessageSyntax.faultIn(head, limit.bytes());
    Fault wrong = malformed == null ? undecodable : malformed;
    fault = KNOWN.contains(head.method()) ? wrong : unknownMethod(wrong);
  }

  private static Fault unknownMethod(@Nullable Fault wrong) {
    return wrong != null && wrong.fatal() ? Fault.METHOD.fatally() : Fault.METHOD;
  }

  /// The fault for which the handler is not called.
  @Nullable Fault fault() {
    return fault;
  }

  /// The request, where there is one that can be understood.
  @Nullable Request request() {
    return request;
  }

  /// Notes the body that arrives.
  void carry(InputStream arriving) {
    body = arriving;
  }

  boolean isHttp10() {
    return http10;
  }

  /// Whether the client may send another request after this one: not where the end of its body is
  /// not known.
  boolean keepsAlive() {
    return keepsAlive && !leavesBody;
  }

  /// Notes that the rest of the body will not be read. On the event loop.
  void leaveBody() {
    leavesBody = true;
  }

  /// Whether the end of the body has not been read.
  boolean leavesBody() {
    return leavesBody;
  }

  boolean expectsContinue() {
    return expectsContinue;
  }

  /// The limits of the body.
  BodyLimit limit() {
    return limit;
  }

  /// Has the request answered: by the handler, unless there is a fault.
  void pass() {
    if (fault != null) {
      send(worded(fault));
    } else if (request != null) {
      try {
        lane.terms().handler().handle(request, this);
      } catch (RuntimeException | Error e) {
        fail(e);
      }
    }
  }

  @Override
  public void route(String name) {
    route = name;
  }

  @Override
  public void caller(String name, String key) {
    organization = name;
    keyId = key;
  }

  /// What the [Observer] gets of an answer with this status, which is about to be sent.
  Answered answered(int status) {
    return new Answered(
        request, route, organization, keyId, status, System.nanoTime() - startedNanos);
  }

  @Override
  public ScheduledExecutorService loop() {
    return lane.loop();
  }

  @Override
  public void whenLeft(Runnable task) {
    lane.watch(this, task);
  }

  @Override
  public void send(Response response) {
    if (sent.compareAndSet(false, true)) {
      // Elsewhere than on the event loop the answer is written later than this returns.
      lane.deliver(this, prepare(lane.loop().inEventLoop() ? response : response.owned()));
    }
  }

  @Override
  public AnswerStream stream(Response head, long length) {
    StreamedAnswer stream = new StreamedAnswer(lane.loop(), length, http10, headOnly);
    if (sent.compareAndSet(false, true)) {
      lane.deliver(this, prepare(head), stream);
    } else {
      stream.ended(Delivery.FAILED);
    }
    return stream;
  }

  /// The answer to a request that was never passed on, or whose body is at fault.
  Answer refusal(Fault found) {
    sent.set(true);
    return answer(worded(found), EmptyHttpHeaders.INSTANCE);
  }

  private Response worded(Fault found) {
    Response plain = found.answer(id);
    return request == null ? plain : lane.terms().handler().refusal(request, plain);
  }

  private Answer answer(Response response, HttpHeaders fields) {
    return Answer.of(response, id, fields, headOnly, lane.terms().cors());
  }

  private Answer prepare(Response response) {
    try {
      return answer(response, headers);
    } catch (RuntimeException e) {
      log(e);
      return answer(internalError(), headers);
    }
  }

  @Override
  public void fail(Throwable cause) {
    if (!sent.get()) {
      log(cause);
      send(internalError());
    }
  }

  private void log(Throwable cause) {
    LOG.atError().addKeyValue("requestId", id).setCause(cause).log("a request failed");
  }

  private Response internalError() {
    return ErrorBody.of(500, "internal_error", "an unexpected error occurred", id);
  }
}
