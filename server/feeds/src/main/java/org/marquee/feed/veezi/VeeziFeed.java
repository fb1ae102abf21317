package org.marquee.feed.veezi;

import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.member.FeedLine;
import org.marquee.feed.member.Intake;
import org.marquee.feed.member.Limits;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.Value;
import org.marquee.feed.title.FilmSpellings;
import org.marquee.feed.veezi.VeeziAnswers.Answer;
import org.marquee.listing.Kind;

/// The reading of one feed: a key to the API is one site's, and so is the feed.
final class VeeziFeed {
  private final FeedSource source;
  private final FeedSink sink;
  private final Intake intake;

  VeeziFeed(FeedSource source, FeedSink sink) {
    this.source = source;
    this.sink = sink;
    this.intake = new Intake(sink, source);
  }

  void read() throws IOException {
    VeeziAnswers answers = new VeeziAnswers(source.parts());
    if (answers.to(Answer.SITES).size() > 1) {
      throw new UnreadableFeed(
          "the files are about several sites; import each site as a feed of its own");
    }
    String cinema = cinema(answers);
    sink.header(FeedHeader.ofCinemas(source.observedAt(), Set.of(cinema), FeedHeader.Keys.GIVEN));
    for (Intake.Item repeated : answers.repeated) {
      intake.reportRepeated(repeated.file(), repeated.value().shown());
    }
    VeeziRecords records = new VeeziRecords(cinema, answers.objects(Answer.ATTRIBUTES));
    site(answers, cinema, records);
    each(
        answers,
        Answer.SCREENS,
        Kind.SCREEN,
        (entry, id) -> intake.settle(entry, Kind.SCREEN, id, cinema, records.screen(entry)));
    each(
        answers,
        Answer.FILMS,
        Kind.FILM,
        (entry, id) -> intake.settle(entry, Kind.FILM, id, null, records.film(entry)));
    titles(answers, records);
    each(
        answers,
        Answer.SESSIONS,
        Kind.SHOWTIME,
        (entry, id) -> {
          VeeziRecords.Hidden hidden = VeeziRecords.hidden(entry.members());
          if (hidden != null) {
            intake.leaveOut(entry, Kind.SHOWTIME, id, hidden.code(), hidden.read(), "");
          } else {
            intake.settle(entry, Kind.SHOWTIME, id, null, records.session(entry));
          }
        });
    intake.finish();
  }

  private void each(VeeziAnswers answers, Answer question, Kind kind, Intake.Reading reading) {
    intake.each(kind, kind.word(), "Id", answers.to(question), reading);
  }

  /// Films without an answer of their own have the titles that most of their sessions give them:
  /// the answer about sessions may have been asked for alone.
  private void titles(VeeziAnswers answers, VeeziRecords records) {
    Set<String> answered = new HashSet<>();
    for (Members film : answers.objects(Answer.FILMS)) {
      answered.add(String.valueOf(Limits.EXTERNAL_KEY.of(film.ask("Id"))));
    }
    Map<String, Intake.Item> first = new LinkedHashMap<>();
    FilmSpellings spellings = new FilmSpellings();
    for (Intake.Item found : answers.to(Answer.SESSIONS)) {
      if (!(found.value() instanceof Members session) || VeeziRecords.hidden(session) != null) {
        continue;
      }
      String id = Limits.EXTERNAL_KEY.of(session.ask("FilmId"));
      String title = Limits.TEXT.of(session.ask("Title"));
      if (id != null && title != null && !title.isBlank() && !answered.contains(id)) {
        first.putIfAbsent(id, found);
        spellings.count(id, title);
      }
    }
    first.forEach((id, found) -> {
      Members called = new Members();
      called.add("Title", new Value.Text(spellings.commonest(id, id)));
      FeedLine entry = intake.next(Kind.FILM.word(), found::where, called);
      intake.settle(entry, Kind.FILM, id, null, records.called(entry, id));
    });
  }

  /// The external id of the site: the operator's word, else its own id, else its name.
  private String cinema(VeeziAnswers answers) throws UnreadableFeed {
    FeedRecord.Cinema described = source.cinema();
    if (described != null) {
      return described.externalId();
    }
    for (Members site : answers.objects(Answer.SITES)) {
      String id = Limits.EXTERNAL_KEY.of(site.ask("Id"));
      String name = id == null ? Limits.EXTERNAL_ID.of(site.ask("Name")) : id;
      if (name != null) {
        return name;
      }
    }
    throw new UnreadableFeed(
        "no file names the site; add the answer about the site, or describe it with --cinema FILE");
  }

  private void site(VeeziAnswers answers, String cinema, VeeziRecords records) {
    FeedRecord.Cinema described = source.cinema();
    if (described != null && answers.to(Answer.SITES).isEmpty()) {
      intake.add(described);
    }
    each(
        answers,
        Answer.SITES,
        Kind.CINEMA,
        (entry, _) -> {
          FeedRecord.Cinema read = records.site(entry);
          FeedRecord.Cinema known =
              read == null || described == null ? read : described.completedBy(read);
          intake.settle(entry, Kind.CINEMA, cinema, null, known);
        });
  }
}
