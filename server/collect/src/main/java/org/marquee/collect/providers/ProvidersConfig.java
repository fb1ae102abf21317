package org.marquee.collect.providers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What is collected: the content of `providers.yaml` (docs/collecting.md).
///
/// @param contact whom those may write to who are asked for feeds: an address; null only where
///   nothing is fetched
/// @param delay between two requests to one server
/// @param titles languages that the titles of films are wanted in, the best first
/// @param backup when backups are made; null: only by hand
public record ProvidersConfig(
    @Nullable String contact,
    Duration delay,
    List<String> titles,
    List<Provider> providers,
    @Nullable BackupPlan backup) {
  public ProvidersConfig {
    titles = List.copyOf(titles);
    providers = List.copyOf(providers);
  }

  /// The provider called `name`.
  public Optional<Provider> find(String name) {
    return providers.stream().filter(provider -> provider.name().equals(name)).findFirst();
  }

  /// The files beside the feeds that reading them needs: mappings, vocabularies and descriptions of
  /// cinemas.
  ///
  /// @param home where relative paths begin
  /// @throws IOException if a folder cannot be read
  public Set<Path> files(Path home) throws IOException {
    Set<Path> files = new TreeSet<>();
    for (Provider provider : providers) {
      Provider.Pattern reading = provider.reading();
      for (String each : Arrays.asList(reading.mapping(), reading.words(), reading.cinema())) {
        if (each != null) {
          files.addAll(Glob.files(home, each.replace("{name}", "*").replace("{folder}", "*")));
        }
      }
    }
    return files;
  }
}
