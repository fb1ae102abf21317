package org.marquee.feed.veezi;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedLine;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FilmSpellings;
import org.marquee.feed.Limits;
import org.marquee.feed.Members;
import org.marquee.feed.Rows;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.Value;
import org.marquee.listing.Kind;

/// The reading of one feed: a key to the API is one site's, and so is the feed.
final class VeeziFeed {
  private final FeedSource source;
  private final FeedSink sink;
  private final Rows rows;

  VeeziFeed(FeedSource source, FeedSink sink) {
    this.source = source;
    this.sink = sink;
    this.rows = new Rows(sink, source);
  }

  void read() throws IOException {
    VeeziAnswers answers = VeeziAnswers.of(source.parts());
    if (answers.sites.size() > 1) {
      throw new UnreadableFeed(
          "the files are about several sites; import each site as a feed of its own");
    }
    String cinema = cinema(answers);
    sink.header(FeedHeader.ofCinemas(source.observedAt(), Set.of(cinema), FeedHeader.Keys.GIVEN));
    for (VeeziAnswers.AnswerValue repeated : answers.repeated) {
      rows.reportRepeated(repeated.file(), repeated.value().shown());
    }
    site(answers, cinema);
    each(
        answers.screens,
        Kind.SCREEN,
        (entry, id, _) ->
            rows.settle(entry, Kind.SCREEN, id, cinema, VeeziScreens.read(entry, cinema)));
    Map<String, VeeziFilms.LabelledFilm> films = new HashMap<>();
    each(
        answers.films,
        Kind.FILM,
        (entry, id, _) -> {
          VeeziFilms.LabelledFilm known = VeeziFilms.read(entry);
          if (known != null) {
            films.put(known.film().externalId(), known);
          }
          rows.settle(entry, Kind.FILM, id, null, known == null ? null : known.film());
        });
    titles(answers, films);
    VeeziSessions sessions = new VeeziSessions(cinema, films, labels(answers));
    each(
        answers.sessions,
        Kind.SHOWTIME,
        (entry, id, session) -> {
          VeeziSessions.Hidden hidden = VeeziSessions.hidden(session);
          if (hidden != null) {
            rows.leaveOut(entry, Kind.SHOWTIME, id, hidden.code(), hidden.read());
          } else {
            rows.settle(entry, Kind.SHOWTIME, id, null, sessions.read(entry));
          }
        });
    rows.finish();
  }

  /// Films without an answer of their own have the titles that most of their sessions give them:
  /// the answer about sessions may have been asked for alone.
  private void titles(VeeziAnswers answers, Map<String, VeeziFilms.LabelledFilm> films) {
    Set<String> answered = new HashSet<>();
    for (VeeziAnswers.AnswerValue found : answers.films) {
      if (found.value() instanceof Members members) {
        answered.add(String.valueOf(Limits.EXTERNAL_KEY.of(members.ask("Id"))));
      }
    }
    Map<String, VeeziAnswers.AnswerValue> first = new LinkedHashMap<>();
    FilmSpellings spellings = new FilmSpellings();
    for (VeeziAnswers.AnswerValue found : answers.sessions) {
      if (!(found.value() instanceof Members session) || VeeziSessions.hidden(session) != null) {
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
      FeedLine entry = rows.entry(Kind.FILM.word(), found.file(), found.path(), called);
      VeeziFilms.LabelledFilm known = VeeziFilms.called(entry, id);
      if (known != null) {
        films.put(id, known);
      }
      rows.settle(entry, Kind.FILM, id, null, known == null ? null : known.film());
    });
  }

  /// The external id of the site: the operator's word, else its own id, else its name.
  private String cinema(VeeziAnswers answers) throws UnreadableFeed {
    FeedRecord.Cinema described = source.cinema();
    if (described != null) {
      return described.externalId();
    }
    for (VeeziAnswers.AnswerValue site : answers.sites) {
      if (site.value() instanceof Members members) {
        String id = Limits.EXTERNAL_KEY.of(members.ask("Id"));
        String name = id == null ? Limits.EXTERNAL_ID.of(members.ask("Name")) : id;
        if (name != null) {
          return name;
        }
      }
    }
    throw new UnreadableFeed(
        "no file names the site; add the answer about the site, or describe it with --cinema FILE");
  }

  private void site(VeeziAnswers answers, String cinema) {
    FeedRecord.Cinema described = source.cinema();
    if (answers.sites.isEmpty()) {
      if (described != null) {
        rows.add(described);
      }
      return;
    }
    each(
        answers.sites,
        Kind.CINEMA,
        (entry, _, _) -> {
          FeedRecord.Cinema read = VeeziSites.read(entry, cinema);
          FeedRecord.Cinema known =
              read == null || described == null ? read : described.completedBy(read);
          rows.settle(entry, Kind.CINEMA, cinema, null, known);
        });
  }

  private static Map<String, String> labels(VeeziAnswers answers) {
    Map<String, String> labels = new HashMap<>();
    for (VeeziAnswers.AnswerValue found : answers.attributes) {
      if (found.value() instanceof Members members) {
        String id = Limits.EXTERNAL_KEY.of(members.ask("Id"));
        String description = Limits.TEXT.of(members.ask("Description"));
        String name = description == null ? Limits.TEXT.of(members.ask("ShortName")) : description;
        if (id != null && name != null) {
          labels.put(id, name);
        }
      }
    }
    return labels;
  }

  private interface Taker {
    void take(FeedLine entry, @Nullable String id, Members members);
  }

  private void each(List<VeeziAnswers.AnswerValue> all, Kind kind, Taker taker) {
    for (VeeziAnswers.AnswerValue found : all) {
      if (found.value() instanceof Members members) {
        FeedLine entry = rows.entry(kind.word(), found.file(), found.path(), members);
        taker.take(entry, entry.glance("Id", Limits.EXTERNAL_KEY), members);
      } else {
        rows.refuse(kind, found.file(), found.path(), found.value());
      }
    }
  }
}
