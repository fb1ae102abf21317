package org.marquee.collect;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is collected: what `providers.yaml` says (docs/collecting.md).
///
/// @param contact whom those may write to who are asked for feeds: an address; null only where
///   nothing is fetched
/// @param delay between two requests to one host
public record ProvidersConfig(@Nullable String contact, Duration delay, List<Provider> providers) {
  public ProvidersConfig {
    providers = List.copyOf(providers);
  }

  /// The provider called `name`.
  public Optional<Provider> find(String name) {
    return providers.stream().filter(provider -> provider.name().equals(name)).findFirst();
  }
}
