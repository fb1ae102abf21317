package org.marquee.http.connection;

import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import org.jspecify.annotations.Nullable;
import org.marquee.http.body.BodyArrival;
import org.marquee.http.body.Delivery;
import org.marquee.http.body.IncomingBody;
import org.marquee.http.message.Answer;
import org.marquee.http.message.Fault;

/// The turn of one request of a connection: its body comes in, its answer goes out. On the event
/// loop.
final class Turn {
  private static final String ANSWERED = "the request was answered before its body was read";

  private enum Step {
    /// The body arrives and is thrown away.
    DISCARDING,
    /// The request is with the handler, which may be reading its body.
    ANSWERING,
    /// The answer is sent as it is made.
    STREAMING,
    OVER
  }

  private final Lane lane;
  private final Exchange exchange;
  private Step step = Step.DISCARDING;
  private @Nullable BodyArrival body;
  private @Nullable StreamedAnswer streamed;
  private @Nullable Runnable leaving;

  Turn(Lane lane, Exchange exchange) {
    this.lane = lane;
    this.exchange = exchange;
  }

  boolean isOf(Exchange other) {
    return exchange == other;
  }

  Exchange exchange() {
    return exchange;
  }

  /// Whether the request has not been passed on yet.
  boolean isArriving() {
    return step == Step.DISCARDING;
  }

  /// Begins with the body: that of a route which reads it is the handler's, which is asked at once.
  void begin() {
    if (exchange.fault() == null && exchange.request() != null && exchange.limit().read()) {
      IncomingBody reader = new IncomingBody(() -> lane.execute(this::readOn));
      body = new BodyArrival(exchange.limit(), reader);
      exchange.carry(reader);
      step = Step.ANSWERING;
      lane.pause();
      watchBody();
      exchange.pass();
      return;
    }
    body = new BodyArrival(exchange.limit(), null);
    if (exchange.expectsContinue()) {
      lane.sendContinue();
    }
  }

  /// The handler waits for more of the body. Before it asks the first time nothing more is read.
  private void readOn() {
    if (body != null) {
      if (body.begin() && exchange.expectsContinue()) {
        lane.sendContinue();
      }
      body.resume();
      lane.read();
    }
  }

  /// Takes a part of the body.
  void receive(HttpContent content) {
    BodyArrival arriving = body;
    if (arriving == null) {
      return;
    }
    Fault fault = arriving.receive(content);
    if (fault != null) {
      refuse(fault);
    } else if (content instanceof LastHttpContent) {
      lane.deadline().stop();
      body = null;
      if (step == Step.DISCARDING) {
        step = Step.ANSWERING;
        exchange.pass();
      }
      holdInput();
    } else if (arriving.isPaused()) {
      lane.pause();
    }
  }

  /// Nothing more is read until the answer is there: the client's next requests wait with it. While
  /// an answer is streamed, some is: it shows whether the client goes away.
  private void holdInput() {
    if (step == Step.ANSWERING && !lane.isStopping()) {
      lane.pause();
    } else if (step == Step.STREAMING) {
      lane.read();
    }
  }

  /// Reads on while the answer is waited for, and runs `task` when the client leaves.
  void watch(Runnable task) {
    if (step == Step.ANSWERING && body == null) {
      leaving = task;
      lane.read();
    }
  }

  private void leave() {
    Runnable task = leaving;
    leaving = null;
    if (task != null) {
      task.run();
    }
  }

  private void watchBody() {
    if (body == null) {
      return;
    }
    if (body.isLate()) {
      refuse(Fault.TOO_SLOW);
    } else {
      lane.deadline().start(this::watchBody, body.nextLook(lane.terms().headNanos()));
    }
  }

  private void refuse(Fault fault) {
    if (step == Step.STREAMING) {
      lane.outbox().cutOff();
    } else {
      lane.refuse(fault, exchange);
    }
  }

  /// Sends the answer, unless there is one.
  void answer(Answer answer) {
    if (step != Step.ANSWERING) {
      return;
    }
    noteUnread();
    leaving = null;
    abandon(ANSWERED);
    lane.send(answer, exchange);
  }

  private void noteUnread() {
    if (body != null) {
      exchange.leaveBody();
    }
  }

  /// Begins an answer whose body comes later, unless there is one.
  void open(Answer head, StreamedAnswer stream) {
    if (step != Step.ANSWERING) {
      stream.ended(lane.outbox().lost());
      return;
    }
    noteUnread();
    lane.open(head, stream, exchange);
    streamed = stream;
    step = Step.STREAMING;
    if (body == null) {
      holdInput();
    }
    if (head.headOnly()) {
      close(true);
    } else {
      stream.start(this::close);
    }
  }

  private void close(boolean whole) {
    StreamedAnswer done = streamed;
    if (done == null) {
      return;
    }
    noteUnread();
    streamed = null;
    abandon(ANSWERED);
    if (whole) {
      lane.complete(done, exchange);
    } else {
      done.ended(Delivery.FAILED);
      lane.breakOff();
    }
  }

  /// Notes that the client sends nothing more: what is whole is still answered.
  void inputEnded() {
    if (streamed != null && streamed.isEndless()) {
      lane.breakOff();
    } else if (body != null && step != Step.DISCARDING) {
      refuse(Fault.CUT_SHORT);
    } else {
      leave();
    }
  }

  /// Reads what a client sends while its answer is being made, because it decides whether that
  /// answer is the last. Ends an endless stream.
  void drain() {
    if (step == Step.ANSWERING && body == null) {
      lane.read();
    }
    if (streamed != null && streamed.isEndless()) {
      streamed.end();
    }
  }

  /// Ends the turn. The reader of the body and the writer of the answer get an exception.
  void abandon(String why) {
    step = Step.OVER;
    leave();
    if (body != null) {
      body.fail(why);
      body = null;
      lane.deadline().stop();
    }
    if (streamed != null) {
      streamed.ended(lane.outbox().lost());
      streamed = null;
    }
  }
}
