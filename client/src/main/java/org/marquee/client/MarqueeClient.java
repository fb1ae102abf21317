package org.marquee.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.Function;
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
  private final Transport transport;
  private final InstantSource clock;
  private final Limits limits;

  private MarqueeClient(Transport transport, InstantSource clock, Limits limits) {
    this.transport = transport;
    this.clock = clock;
    this.limits = limits;
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
  /// same connections and cache; closing one closes both. So do the next two.
  public MarqueeClient withTimeout(Duration timeout) {
    return new MarqueeClient(transport, clock, limits.withTimeout(timeout));
  }

  /// This client with another number of retries.
  public MarqueeClient withRetries(int retries) {
    return new MarqueeClient(transport, clock, limits.withRetries(retries));
  }

  /// This client with another time for a whole call ([Builder#callTimeout(Duration)]).
  public MarqueeClient withCallTimeout(Duration callTimeout) {
    return new MarqueeClient(transport, clock, limits.withCallTimeout(callTimeout));
  }

  /// Showtimes of a window, by start.
  public Paged<Showtime> showtimes(ShowtimeQuery query) {
    return list("/v1/showtimes", query.parameters(), Showtime::read, false);
  }

  /// All attributes that showtimes may have.
  public Paged<Attribute> attributes() {
    return list("/v1/attributes", Parameters.NONE, Attribute::read, false);
  }

  /// All films, by title.
  public Paged<Film> films() {
    return list("/v1/films", Parameters.NONE, Film::read, false);
  }

  /// One film.
  ///
  /// @throws ApiException.NotFound where there is none
  public Film film(String filmId) {
    return one(Parameters.path("/v1/films/", filmId), Film::read);
  }

  /// Cinemas by name, or around a centre the nearest first.
  public Paged<Cinema> cinemas(CinemaQuery query) {
    return list("/v1/cinemas", query.parameters(), Cinema::read, false);
  }

  /// One cinema.
  ///
  /// @throws ApiException.NotFound where there is none
  public Cinema cinema(String cinemaId) {
    return one(Parameters.path("/v1/cinemas/", cinemaId), Cinema::read);
  }

  /// The screens that were observed at a cinema.
  public Paged<Screen> screens(String cinemaId) {
    return list("/v1/screens", Parameters.NONE.with("cinemaId", cinemaId), Screen::read, false);
  }

  /// All chains, by name.
  public Paged<Chain> chains() {
    return list("/v1/chains", Parameters.NONE, Chain::read, false);
  }

  /// What is on in the cinemas of a place, with films and showtimes.
  public Paged<Programme> programme(ProgrammeQuery query) {
    return list("/v1/programme", query.parameters(), Programme::read, false);
  }

  /// One page of what changed; its `nextCursor` is never null.
  ///
  /// @throws ApiException.CursorExpired where the cursor is too old
  public Page<Change> changes(ChangeQuery query) {
    return changes(query, false);
  }

  /// Every change, for ever; at least each half minute a [FollowEvent.Checkpoint].
  ///
  /// From the start, and again when a cursor has expired, it gives a [FollowEvent.Reset], all
  /// records of the lists as [Change.Upserted], what changed while they were read, and a
  /// checkpoint. Outages are waited out; what waiting does not mend is thrown. The stream waits in
  /// the thread that reads it: interrupt that thread, or close the client, to end it.
  public Stream<FollowEvent> follow(FollowQuery query) {
    return Paged.streamOf(new Follower(this, query, clock));
  }

  /// Ends all requests that are under way.
  @Override
  public void close() {
    transport.close();
  }

  @Override
  public String toString() {
    return "MarqueeClient[" + transport + "]";
  }

  Page<Change> changes(ChangeQuery query, boolean patient) {
    Parameters parameters = query.parameters();
    return transport.get(
        new Transport.Question<>(
            parameters.behind("/v1/changes"),
            json -> PageReader.read(json, parameters, ChangeReader::read),
            false,
            patient,
            Duration.ofSeconds(query.waitSeconds())),
        limits);
  }

  <T> Paged<T> list(
      String path, Parameters filters, Function<JsonObject, T> record, boolean patient) {
    return new Paged<>((cursor, limit) -> {
      Parameters parameters =
          filters.with("cursor", cursor).with("limit", limit == null ? null : limit.toString());
      return transport.get(
          new Transport.Question<>(
              parameters.behind(path),
              json -> PageReader.read(json, parameters, record),
              true,
              patient,
              Duration.ZERO),
          limits);
    });
  }

  /// Waits between two questions.
  void pause(Duration duration) {
    transport.pause(duration);
  }

  private <T> T one(String path, Function<JsonObject, T> record) {
    return transport.get(
        new Transport.Question<>(
            path, json -> record.apply(json.object("data")), true, false, Duration.ZERO),
        limits);
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
      return new MarqueeClient(transport(settings), clock, limits);
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
