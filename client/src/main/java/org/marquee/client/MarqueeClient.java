package org.marquee.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Reads the listings of one service: one method for each operation of the interface. Safe for many
/// threads.
///
/// Answers with a tag are kept in a small cache and asked for conditionally. Requests that were
/// limited, or failed on the way, are repeated; a `Retry-After` is heeded. Redirects are not
/// followed, so the key goes to the base URL only. Every method throws a [MarqueeException] where
/// the request fails.
public final class MarqueeClient implements AutoCloseable {
  private final Questions questions;
  private final InstantSource clock;

  private MarqueeClient(Questions questions, InstantSource clock) {
    this.questions = questions;
    this.clock = clock;
  }

  /// A client with the usual limits.
  ///
  /// @param baseUrl such as `https://listings.example`, without `/v1`
  /// @param key the API key, `mq_…`
  public static MarqueeClient of(String baseUrl, String key) {
    return builder(baseUrl, key).build();
  }

  /// A client with other limits.
  public static Builder builder(String baseUrl, String key) {
    return new Builder(baseUrl, key);
  }

  /// This client with another timeout for one complete answer, such as for one call. It has the
  /// same connections and cache; closing one closes both. So do the next three.
  public MarqueeClient withTimeout(Duration timeout) {
    return within(questions.limits().withTimeout(timeout));
  }

  /// This client with another number of retries.
  public MarqueeClient withRetries(int retries) {
    return within(questions.limits().withRetries(retries));
  }

  /// This client with another time for a whole call ([Builder#callTimeout(Duration)]).
  public MarqueeClient withCallTimeout(Duration callTimeout) {
    return within(questions.limits().withCallTimeout(callTimeout));
  }

  /// This client, which also asks for the details of showtimes, films and cinemas
  /// ([Showtime#details()]), one by one, in lists, in the programme and in changes. A follower then
  /// gets changes of details alone, too.
  public MarqueeClient withDetails() {
    return new MarqueeClient(new Questions(questions.transport(), questions.limits(), true), clock);
  }

  /// Showtimes of a window, by start.
  public Paged<Showtime> showtimes(ShowtimeQuery query) {
    return questions.list("/v1/showtimes", query.parameters(), Showtime::read, false);
  }

  /// All attributes that showtimes may have.
  public Paged<Attribute> attributes() {
    return questions.list("/v1/attributes", Parameters.NONE, Attribute::read, false);
  }

  /// All films, by title.
  public Paged<Film> films() {
    return questions.list("/v1/films", Parameters.NONE, Film::read, false);
  }

  /// Films that have this text in any of their titles, also with a letter wrong, the best first.
  ///
  /// @param text of 2 characters or more
  public Paged<Film> films(String text) {
    Parameters search = Parameters.NONE.with("search", text);
    return questions.list("/v1/films", search, Film::read, false);
  }

  /// One film.
  ///
  /// @throws ApiException.NotFound where there is none
  public Film film(String filmId) {
    return questions.one(Parameters.path("/v1/films/", filmId), Film::read);
  }

  /// Cinemas by name, or around a centre the nearest first.
  public Paged<Cinema> cinemas(CinemaQuery query) {
    return questions.list("/v1/cinemas", query.parameters(), Cinema::read, false);
  }

  /// One cinema.
  ///
  /// @throws ApiException.NotFound where there is none
  public Cinema cinema(String cinemaId) {
    return questions.one(Parameters.path("/v1/cinemas/", cinemaId), Cinema::read);
  }

  /// Towns, districts and postcodes with this name or beginning, the best first.
  ///
  /// @param text of 2 characters or more
  public Paged<Place> places(String text) {
    Parameters search = Parameters.NONE.with("search", text);
    return questions.list("/v1/places", search, Place::read, false);
  }

  /// The screens that were observed at a cinema.
  public Paged<Screen> screens(String cinemaId) {
    return questions.list(
        "/v1/screens", Parameters.NONE.with("cinemaId", cinemaId), Screen::read, false);
  }

  /// All chains, by name.
  public Paged<Chain> chains() {
    return questions.list("/v1/chains", Parameters.NONE, Chain::read, false);
  }

  /// What is on in the cinemas of a place, with films and showtimes.
  public Paged<Programme> programme(ProgrammeQuery query) {
    return questions.list("/v1/programme", query.parameters(), Programme::read, false);
  }

  /// The films of a place, each with the cinemas that show it. [Page#cinemas()] has how far the
  /// programme of each cinema is known.
  public Paged<FilmProgramme> programmeByFilm(ProgrammeQuery query) {
    Parameters byFilm = query.parameters().with("by", "film");
    return questions.list("/v1/programme", byFilm, FilmProgramme::read, false);
  }

  /// What the key is good for, and what it was used for. It takes nothing from the rate.
  public Usage usage() {
    return questions.one("/v1/usage", Usage::read);
  }

  /// One page of what changed; its `nextCursor` is never null.
  ///
  /// @throws ApiException.CursorExpired where the cursor is too old
  public Page<Change> changes(ChangeQuery query) {
    return questions.changes(query, false);
  }

  /// Every change, for ever; at least each half minute a [FollowEvent.Checkpoint].
  ///
  /// From the start, and again when a cursor has expired, it gives a [FollowEvent.Reset], all
  /// records of the lists as [Change.Upserted], what changed while they were read, and a
  /// checkpoint. Outages are waited out; what waiting does not mend is thrown. The stream waits in
  /// the thread that reads it: interrupt that thread, or close the client, to end it.
  public Stream<FollowEvent> follow(FollowQuery query) {
    return Paged.streamOf(new Follower(questions, query, clock));
  }

  /// Ends all requests that are under way.
  @Override
  public void close() {
    questions.transport().close();
  }

  @Override
  public String toString() {
    return "MarqueeClient[" + questions.transport() + "]";
  }

  private MarqueeClient within(Limits limits) {
    return new MarqueeClient(questions.within(limits), clock);
  }

  /// Limits of a client.
  public static final class Builder {
    private final String baseUrl;
    private final String key;
    private Limits limits = Limits.USUAL;
    private @Nullable String userAgent;
    private int cacheBytes = 4 << 20;
    private int maxBodyBytes = 32 << 20;
    private @Nullable SSLContext tls;
    private @Nullable HttpClient http;
    private Consumer<? super Attempt> onAttempt = attempt -> {};
    private Transport.Pausing pausing = Transport.Pausing::sleep;
    private InstantSource clock = InstantSource.system();

    private Builder(String baseUrl, String key) {
      this.baseUrl = baseUrl;
      this.key = key;
    }

    /// For one complete answer; without it, 10 seconds.
    public Builder timeout(Duration timeout) {
      limits = limits.withTimeout(timeout);
      return this;
    }

    /// How often a failed request is repeated; without it, 4 times.
    public Builder retries(int retries) {
      limits = limits.withRetries(retries);
      return this;
    }

    /// For a call with all its attempts and pauses: one record, or one page of a list; without it,
    /// no limit. A follower waits for ever all the same.
    public Builder callTimeout(Duration callTimeout) {
      limits = limits.withCallTimeout(callTimeout);
      return this;
    }

    /// Names your program in the operator's log, such as `listings-site/1.2`.
    public Builder userAgent(String userAgent) {
      this.userAgent = userAgent;
      return this;
    }

    /// Hears each request when it is over, in the thread that calls. What it throws ends the call.
    public Builder onAttempt(Consumer<? super Attempt> onAttempt) {
      this.onAttempt = onAttempt;
      return this;
    }

    /// How many bytes of answers are kept for conditional requests; without it, 4 MiB; 0: none.
    public Builder cacheBytes(int cacheBytes) {
      this.cacheBytes = cacheBytes;
      return this;
    }

    /// The largest answer that is read; without it, 32 MiB.
    public Builder maxBodyBytes(int maxBodyBytes) {
      this.maxBodyBytes = maxBodyBytes;
      return this;
    }

    /// For an authority of your own.
    public Builder tls(SSLContext tls) {
      this.tls = tls;
      return this;
    }

    /// What sends the requests, such as one with a proxy. It follows no redirects, and has a
    /// [#tls(SSLContext)] of its own. Closing the client does not close it.
    public Builder http(HttpClient http) {
      this.http = http;
      return this;
    }

    /// The client.
    ///
    /// @throws IllegalArgumentException where the base URL, the key or a limit cannot be right
    public MarqueeClient build() {
      checkSet("the base URL", baseUrl);
      checkSet("the key", key);
      URI uri;
      try {
        uri = URI.create(baseUrl);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("the base URL is not a URL");
      }
      Settings settings = new Settings(uri, key, userAgent, cacheBytes, maxBodyBytes);
      return new MarqueeClient(new Questions(transport(settings), limits, false), clock);
    }

    private Transport transport(Settings settings) {
      if (http == null) {
        HttpClient own = Transport.connections(settings, limits, tls);
        return new Transport(settings, own, own::shutdownNow, onAttempt, pausing);
      }
      if (http.followRedirects() != HttpClient.Redirect.NEVER || tls != null) {
        throw new IllegalArgumentException(
            "a client for HTTP of your own follows no redirects, and has the tls itself");
      }
      return new Transport(settings, http, () -> {}, onAttempt, pausing);
    }

    /// A variable of the environment may not be set.
    private static void checkSet(String name, @Nullable String setting) {
      if (setting == null || setting.isEmpty()) {
        throw new IllegalArgumentException(name + " is missing");
      }
    }

    Builder pausing(Transport.Pausing pausing) {
      this.pausing = pausing;
      return this;
    }

    Builder clock(InstantSource clock) {
      this.clock = clock;
      return this;
    }
  }
}
