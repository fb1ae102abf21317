package org.marquee.store.reconcile;

import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;

/// The ids of a provider's records. Those that many lines name are remembered, since an id is a
/// hash.
final class ProviderIds {
  private final String provider;
  private final RecordId ids = RecordId.maker();
  private final LruCache<String, String> films = new LruCache<>(id -> make(Kind.FILM, id));
  private final LruCache<String, String> cinemas = new LruCache<>(id -> make(Kind.CINEMA, id));
  private final LruCache<ScreenName, String> screens =
      new LruCache<>(name -> makeScreen(name.cinema(), name.externalId()));

  private record ScreenName(String cinema, String externalId) {}

  ProviderIds(String provider) {
    this.provider = provider;
  }

  /// The id of a record, other than a screen, by the provider's own.
  String of(Kind kind, String externalId) {
    return switch (kind) {
      case FILM -> films.of(externalId);
      case CINEMA -> cinemas.of(externalId);
      case SHOWTIME, CHAIN, SCREEN -> make(kind, externalId);
    };
  }

  /// The id of a screen, whose own id counts within its cinema.
  String ofScreen(String cinema, String externalId) {
    return screens.of(new ScreenName(cinema, externalId));
  }

  private String make(Kind kind, String externalId) {
    return ids.of(kind, provider, externalId);
  }

  private String makeScreen(String cinema, String externalId) {
    return ids.of(Kind.SCREEN, provider, cinema, externalId);
  }
}
