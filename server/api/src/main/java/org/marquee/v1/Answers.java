package org.marquee.v1;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.marquee.http.message.Parameter;
import org.marquee.listing.Film;
import org.marquee.listing.Folding;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.Place;
import org.marquee.listing.Revision;
import org.marquee.listing.ShowingCounts;
import org.marquee.listing.UnknownCentre;
import org.marquee.page.MemoryPages;
import org.marquee.page.PageSource;
import org.marquee.page.Pages;
import org.marquee.v1.answer.Envelopes;
import org.marquee.v1.changes.ChangePage;
import org.marquee.v1.changes.ChangePages;
import org.marquee.v1.changes.Followers;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.Question;
import org.marquee.v1.declaration.Violation;
import org.marquee.v1.operation.SearchCinemas;

/// Answers operations for callers within the program, which are admitted already: without a key, a
/// rate, an entity tag or a header field. Safe for many threads; each call may block.
public final class Answers {
  private final MemoryFirst sources;
  private final Followers followers;

  /// @param stored showtimes and programmes of days before those in memory
  /// @param followers reads the changes
  public Answers(MemoryPages memory, PageSource stored, Followers followers, InstantSource clock) {
    this(new MemoryFirst(memory, stored, clock), followers);
  }

  Answers(MemoryFirst sources, Followers followers) {
    this.sources = sources;
    this.followers = followers;
  }

  /// What became of a question.
  public sealed interface Outcome {
    /// The body of the answer, in JSON (docs/api.md, "Envelopes").
    @SuppressWarnings("ArrayRecordComponent") // it is never compared
    record Answered(byte[] json) implements Outcome {}

    /// The parameters have faults, at least one.
    record Faulty(List<Violation> violations) implements Outcome {}

    /// There is no such record.
    record Missing() implements Outcome {}

    /// What follows a cursor of the changes is not remembered.
    record Expired() implements Outcome {}

    /// The data cannot be reached now.
    record Unavailable() implements Outcome {}
  }

  /// The newest state of the data.
  ///
  /// @throws ListingsUnavailable if there is none in memory yet
  public Revision revision() {
    return sources.memory().inOneState(Pages::revision);
  }

  /// Films by any of their titles, or a part of one.
  ///
  /// @param title folded ([org.marquee.listing.Folding]), not empty
  /// @param most how many are wanted at most
  /// @throws ListingsUnavailable if the data cannot be reached
  public Film.Matches searchFilms(String title, int most) {
    return sources.memory().inOneState(pages -> pages.findFilms(title, most));
  }

  /// The places that words fit best.
  ///
  /// @param text as a person writes it
  /// @param most how many are wanted at most
  /// @throws ListingsUnavailable if the data cannot be reached
  public List<Place.Found> searchPlaces(String text, int most) {
    String folded = Folding.fold(text);
    return sources.memory().inOneState(pages -> pages.findPlaces(folded, most));
  }

  /// All films by their titles, in the order of their list.
  ///
  /// @throws ListingsUnavailable if the data cannot be reached
  public List<Film.Titles> films() {
    return sources.memory().inOneState(pages -> pages.titles(null));
  }

  /// Counts the showtimes in memory.
  public ShowingCounts counts() {
    return sources.memory();
  }

  /// What is wrong with the parameters of an operation, before anything is looked up.
  ///
  /// @param id as of [#answer], and `query` too
  public List<Violation> violations(Operation operation, String id, List<Parameter> query) {
    return switch (operation.read(path(operation, id), query)) {
      case Operation.ReadRequest.FaultyRequest(List<Violation> violations) -> violations;
      case Operation.ReadRequest.Accepted _ -> List.of();
    };
  }

  /// Answers an operation.
  ///
  /// @param id of the record in its path; where there is none, anything
  /// @param query its parameters
  public Outcome answer(Operation operation, String id, List<Parameter> query) {
    try {
      return switch (operation.read(path(operation, id), query)) {
        case Operation.ReadRequest.FaultyRequest(List<Violation> violations) ->
            new Outcome.Faulty(violations);
        case Operation.ReadRequest.Accepted(Question.OfPages question) -> answer(question);
        case Operation.ReadRequest.Accepted(Question.Changes question) -> answer(question);
        case Operation.ReadRequest.Accepted(Question question) ->
            throw new IllegalArgumentException("answered elsewhere: " + question);
      };
    } catch (ListingsUnavailable _) {
      return new Outcome.Unavailable();
    }
  }

  private static List<String> path(Operation operation, String id) {
    return Stream.concat(operation.path().segments().stream(), Stream.of(id)).toList();
  }

  private Outcome answer(Question.OfPages question) {
    try {
      Optional<Envelopes.Encoded> answer =
          sources.isStored(question)
              ? sources.stored().inOneState(pages -> written(sources.located(question), pages))
              : sources.fromMemory(pages -> written(question, pages));
      return answer
          .<Outcome>map(each -> new Outcome.Answered(each.body().toBytes()))
          .orElseGet(Outcome.Missing::new);
    } catch (UnknownCentre e) {
      return new Outcome.Faulty(List.of(SearchCinemas.known(e.centre()).violation()));
    }
  }

  private Optional<Envelopes.Encoded> written(Question.OfPages question, Pages pages) {
    return Envelopes.answer(question, pages, sources.clock().instant(), Envelopes.buffer());
  }

  private Outcome answer(Question.Changes question) {
    try {
      return switch (followers.read(question)) {
        case ChangePages.Answer.Page(ChangePage page) -> new Outcome.Answered(page.json());
        case ChangePages.Answer.Expired() -> new Outcome.Expired();
      };
    } catch (CompletionException e) {
      if (e.getCause() instanceof ListingsUnavailable) {
        return new Outcome.Unavailable();
      }
      throw e;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new Outcome.Unavailable();
    }
  }
}
