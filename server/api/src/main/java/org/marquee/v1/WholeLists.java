package org.marquee.v1;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Gate;
import org.marquee.http.body.AnswerStream;
import org.marquee.http.handler.Handler;
import org.marquee.http.message.Header;
import org.marquee.http.message.Response;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.Position;
import org.marquee.listing.Revision;
import org.marquee.listing.UnknownCentre;
import org.marquee.page.OutputBuffer;
import org.marquee.page.PageInfo;
import org.marquee.page.PageSource;
import org.marquee.page.Pages;
import org.marquee.v1.answer.Caller;
import org.marquee.v1.answer.Envelopes;
import org.marquee.v1.answer.Errors;
import org.marquee.v1.answer.Finishing;
import org.marquee.v1.answer.Tag;
import org.marquee.v1.declaration.Question;
import org.marquee.v1.representation.RowForm;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Streams whole lists as rows (docs/api.md, "Whole lists"): page by page from one state of the
/// data, no faster than the client reads.
///
/// A walk holds a snapshot or a transaction, so its number is bounded, and so is its time.
final class WholeLists {
  private static final Logger LOG = LoggerFactory.getLogger(WholeLists.class);

  /// On this node; and one for each organization.
  private static final int AT_ONCE = 4;

  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final int RETRY_SECONDS = 5;
  private static final int BUFFER = 64 * 1024;

  private final Gate gate;
  private final Executor reading;
  private final InstantSource clock;
  private final Semaphore places = new Semaphore(AT_ONCE);
  private final Set<String> walking = ConcurrentHashMap.newKeySet();

  WholeLists(Gate gate, Executor reading, InstantSource clock) {
    this.gate = gate;
    this.reading = reading;
    this.clock = clock;
  }

  /// Answers a request for all of a list.
  ///
  /// @param pages that have the list
  void answer(Asked asked, Question.OfList list, PageSource pages) {
    Caller caller = asked.caller();
    String organization = caller.admitted().organization();
    if (!gate.includesBulk(caller.admitted())) {
      caller.send(Errors.notInPlan(caller.request()));
    } else if (!enter(organization)) {
      caller.send(Errors.limited(RETRY_SECONDS, caller.request()));
    } else {
      reading.execute(() -> walk(asked, list, pages, new WalkPermit(organization)));
    }
  }

  private boolean enter(String organization) {
    if (!walking.add(organization)) {
      return false;
    }
    boolean entered = places.tryAcquire();
    if (!entered) {
      walking.remove(organization);
    }
    return entered;
  }

  /// The place of one walk. The walk leaves it before it sends the end of the answer, so that the
  /// client can ask again at once.
  private final class WalkPermit {
    private final String organization;
    private final AtomicBoolean left = new AtomicBoolean();

    WalkPermit(String organization) {
      this.organization = organization;
    }

    void leave() {
      if (left.compareAndSet(false, true)) {
        places.release();
        walking.remove(organization);
      }
    }
  }

  @SuppressWarnings("CatchingUnchecked") // running out of memory too must not leave a place taken
  private void walk(Asked asked, Question.OfList list, PageSource pages, WalkPermit permit) {
    Handler.Reply reply = asked.caller().reply();
    try {
      Optional<Response> other =
          pages.inOneState(state -> new Walk(asked, list, state, permit).begin());
      permit.leave();
      other.ifPresent(reply::send);
    } catch (UnknownCentre e) {
      permit.leave();
      reply.send(Api.noCentre(asked, e));
    } catch (ListingsUnavailable e) {
      permit.leave();
      LOG.atWarn().addKeyValue("requestId", asked.request().id()).log(e.getMessage());
      reply.send(Api.unavailable(asked));
    } catch (Throwable e) {
      permit.leave();
      reply.fail(e);
    }
  }

  /// One walk through a list.
  private final class Walk {
    private final Asked asked;
    private final Question.OfList list;
    private final Pages pages;
    private final WalkPermit permit;
    private final RowForm form;
    private final OutputBuffer records = new OutputBuffer(BUFFER);
    private final OutputBuffer rows = new OutputBuffer(BUFFER);
    private final long endNanos = System.nanoTime() + LONGEST.toNanos();

    Walk(Asked asked, Question.OfList list, Pages pages, WalkPermit permit) {
      this.asked = asked;
      this.list = list;
      this.pages = pages;
      this.permit = permit;
      form = RowForm.of(asked.shape(), list.details());
    }

    /// What to answer in place of the list; empty where the list was sent.
    Optional<Response> begin() {
      form.begin(rows);
      PageInfo first = page(null);
      Tag tag = tag(first.revision());
      boolean[] wanted = {false};
      Response head =
          new Finishing(gate)
              .finish(
                  asked.operation(),
                  asked.caller(),
                  tag,
                  () -> {
                    wanted[0] = true;
                    return Finishing.head(asked.operation(), asked.type())
                        .with(new Header("ETag", tag.value()));
                  });
      if (!wanted[0]) {
        return Optional.of(head);
      }
      send(head, first);
      return Optional.empty();
    }

    /// Equal states give equal rows. The names of the columns are part of it, since a newer program
    /// may have more.
    private Tag tag(Revision revision) {
      OutputBuffer state = new OutputBuffer(BUFFER);
      form.begin(state);
      state.add((revision + asked.request().target()).getBytes(UTF_8));
      return Tag.of(asked.type(), state);
    }

    private PageInfo page(@Nullable Position after) {
      Question.PagePlace place =
          new Question.PagePlace(
              list.place().fingerprint(), after, Position.PAGE.most(), list.details());
      PageInfo page = Envelopes.page(list, place, pages, clock.instant(), records.clear());
      form.addAll(records, list.details(), rows);
      return page;
    }

    private void send(Response head, PageInfo first) {
      boolean packed = asked.request().acceptsGzip();
      if (asked.request().method().equals("HEAD")) {
        permit.leave();
      }
      AnswerStream stream =
          asked.caller().reply().stream(packed ? head.with("Content-Encoding", "gzip") : head, -1);
      if (stream.isEnded()) {
        return;
      }
      try {
        OutputStream plain = stream.blocking();
        if (packed) {
          GZIPOutputStream out = new GZIPOutputStream(plain, BUFFER);
          writeAll(first, out);
          out.finish();
        } else {
          writeAll(first, plain);
        }
        plain.flush();
        permit.leave();
        plain.close();
      } catch (IOException e) {
        if (!stream.isEnded()) {
          LOG.atWarn()
              .addKeyValue("requestId", asked.request().id())
              .log("a whole list broke off: {}", e.getMessage());
        }
      } finally {
        // Whatever was not ended by now is not whole.
        if (!stream.isEnded()) {
          stream.fail();
        }
      }
    }

    private void writeAll(PageInfo first, OutputStream out) throws IOException {
      PageInfo page = first;
      while (true) {
        out.write(rows.bytes(), 0, rows.length());
        rows.clear();
        Position next = page.next();
        if (next == null) {
          return;
        }
        if (System.nanoTime() > endNanos) {
          throw new IOException("not read within " + LONGEST.toMinutes() + " minutes");
        }
        page = page(next);
      }
    }
  }
}
