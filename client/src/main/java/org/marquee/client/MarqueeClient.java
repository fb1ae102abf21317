package org.marquee.client;

import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
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

  private MarqueeClient(Transport transport, InstantSource clock) {
    this.transport = transport;
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
            Duration.ofSeconds(query.waitSeconds())));
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
              Duration.ZERO));
    });
  }

  /// Waits between two questions.
  void pause(Duration duration) {
    transport.pause(duration);
  }

  private <T> T one(String path, Function<JsonObject, T> record) {
    return transport.get(
        new Transport.Question<>(
            path, json -> record.apply(json.object("data")), true, false, Duration.ZERO));
  }

  /// Limits of a client.
  public static final class Builder {
    private final String baseUrl;
    private final String key;
    private Duration timeout = Duration.ofSeconds(10);
    private int retries = 4;
    private int cacheBytes = 4 << 20;
    private int maxBodyBytes = 32 << 20;
    private @Nullable SSLContext tls;
    private Transport.Pausing pausing = Transport.Pausing::sleep;
    private InstantSource clock = InstantSource.system();

    private Builder(String baseUrl, String key) {
      this.baseUrl = baseUrl;
      this.key = key;
    }

    /// For one complete answer; without it, 10 seconds.
    public Builder timeout(Duration timeout) {
      this.timeout = timeout;
      return this;
    }

    /// How often a failed request is repeated; without it, 4 times.
    public Builder retries(int retries) {
      this.retries = retries;
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

    /// The client.
    ///
    /// @throws IllegalArgumentException where the base URL, the key or a limit cannot be right
    public MarqueeClient build() {
      if (isMissing(baseUrl)) {
        throw new IllegalArgumentException("the base URL is missing");
      }
      if (isMissing(key)) {
        throw new IllegalArgumentException("the key is missing");
      }
      URI uri;
      try {
        uri = URI.create(baseUrl);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("the base URL is not a URL");
      }
      Settings settings = new Settings(uri, key, timeout, retries, cacheBytes, maxBodyBytes, tls);
      return new MarqueeClient(new Transport(settings, pausing), clock);
    }

    /// Whether a setting was not set, such as a variable of the environment.
    private static boolean isMissing(@Nullable String setting) {
      return setting == null || setting.isEmpty();
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
