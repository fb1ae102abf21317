package org.marquee.v1;

import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.http.message.Header;
import org.marquee.http.message.Response;
import org.marquee.listing.Revision;
import org.marquee.page.OutputBuffer;
import org.marquee.page.Pages;
import org.marquee.v1.answer.Caller;
import org.marquee.v1.answer.Envelopes;
import org.marquee.v1.answer.Finishing;
import org.marquee.v1.answer.KeptAnswers;
import org.marquee.v1.answer.KeptAnswers.Kept;
import org.marquee.v1.answer.Link;
import org.marquee.v1.answer.Tag;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.Question;
import org.marquee.v1.representation.ProgrammeLinkedData;
import org.marquee.v1.representation.RowForm;

/// Writes the answers to questions for pages, each with its tag, and keeps those that are asked for
/// again.
///
/// @param clock the time, for answers that depend on it
record PageAnswers(Finishing finishing, KeptAnswers kept, InstantSource clock) {
  /// The kept answer; null where none of this revision is kept.
  @Nullable Response keptAnswer(
      Operation operation, Caller caller, KeptAnswers.Key key, Revision revision) {
    Kept known = kept.find(key, revision, clock);
    return known == null ? null : finishing.finish(operation, caller, known.tag(), known::response);
  }

  /// How the answer is found in memory, and kept for the next request if it was asked for before.
  Function<Pages, Optional<Response>> remembering(
      Asked asked, Revision revision, OutputBuffer buffer) {
    if (kept.isWanted(asked.key(), revision)) {
      return pages ->
          written(asked, pages, buffer)
              .map(encoded -> {
                Tag tag = Tag.of(asked.type(), encoded.body());
                Response reusable = kept(encoded, tag, asked);
                return finished(asked, tag, () -> reusable);
              });
    }
    if (asked.type() == MediaType.JSON && asked.request().acceptsGzip()) {
      buffer.takeStart();
    }
    return pages -> answer(asked, pages, buffer);
  }

  /// The answer that `pages` has, to be sent once; empty where the one record asked for is not
  /// there.
  Optional<Response> answer(Asked asked, Pages pages, OutputBuffer buffer) {
    return written(asked, pages, buffer)
        .map(encoded -> {
          Tag tag = Tag.of(asked.type(), encoded.body());
          return finished(asked, tag, () -> single(encoded, tag, asked));
        });
  }

  private Response finished(Asked asked, Tag tag, Supplier<Response> answer) {
    return finishing.finish(asked.operation(), asked.caller(), tag, answer);
  }

  private Optional<Envelopes.Encoded> written(Asked asked, Pages pages, OutputBuffer buffer) {
    Envelopes.Body body = body(asked, pages);
    if (!(asked.question() instanceof Question.OfList list) || body == null) {
      return Envelopes.answer(asked.question(), pages, clock.instant(), buffer);
    }
    return Optional.of(Envelopes.answerBare(list, body, pages, clock.instant(), buffer));
  }

  /// How a page is written that has no envelope; null for one that has.
  private static Envelopes.@Nullable Body body(Asked asked, Pages pages) {
    return switch (asked.type()) {
      case CSV, NDJSON -> {
        boolean details = asked.question().details();
        RowForm form = RowForm.of(asked.shape(), details);
        yield (records, out) -> {
          form.begin(out);
          form.addAll(records, details, out);
        };
      }
      case LINKED_DATA ->
          (records, out) ->
              out.add(ProgrammeLinkedData.write(records.bytes(), records.length(), pages::titles));
      default -> null;
    };
  }

  /// The answer with its own bytes, kept for the next request.
  private Response kept(Envelopes.Encoded encoded, Tag tag, Asked asked) {
    Response response =
        Finishing.head(asked.operation(), asked.type())
            .carrying(encoded.body().toBytes(), fields(encoded, tag, asked));
    kept.keep(
        asked.key(),
        new Kept(
            encoded.revision(),
            tag,
            response,
            encoded.body().length(),
            clock.instant(),
            encoded.expires()));
    return response;
  }

  /// The answer in the buffer, to be sent once.
  private static Response single(Envelopes.Encoded encoded, Tag tag, Asked asked) {
    Response head = Finishing.head(asked.operation(), asked.type());
    Header[] fields = fields(encoded, tag, asked);
    OutputBuffer body = encoded.body();
    byte[] compressed = body.compressed();
    return compressed == null
        ? head.lending(body.bytes(), body.length(), fields)
        : head.compressed(compressed, body.pageLength(), fields);
  }

  private static Header[] fields(Envelopes.Encoded encoded, Tag tag, Asked asked) {
    Header etag = new Header("ETag", tag.value());
    String cursor = encoded.cursor();
    return cursor == null
        ? new Header[] {etag}
        : new Header[] {
          etag, new Header("Link", new Link(asked.shape(), asked.request()).next(cursor))
        };
  }
}
