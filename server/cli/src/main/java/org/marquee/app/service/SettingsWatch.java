package org.marquee.app.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.marquee.app.config.Configuration;
import org.marquee.background.Round;
import org.marquee.background.RoundThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads `marquee.yaml` again when it changes. What can change while the service runs does; the log
/// says what waits for the next start. A file with faults changes nothing.
final class SettingsWatch {
  private static final Logger LOG = LoggerFactory.getLogger(SettingsWatch.class);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  private final Path file;
  private final Set<String> reloaded;
  private final Predicate<String> typed;
  private final Consumer<Configuration> apply;
  private Configuration used;
  private Written read = Written.NEVER;
  private Written seen = Written.NEVER;

  /// What shows that a file was written.
  private record Written(@Nullable FileTime at, long bytes) {
    /// Unlike any file: one that changed between the start and the first look is read, too.
    static final Written NEVER = new Written(null, -1);

    static Written of(Path file) {
      try {
        return new Written(Files.getLastModifiedTime(file), Files.size(file));
      } catch (IOException _) {
        return new Written(null, 0);
      }
    }
  }

  /// @param reloaded the settings that can change while the service runs
  /// @param typed whether the command line has a setting, so that the file has no say
  /// @param apply changes them
  SettingsWatch(
      Path file,
      Configuration used,
      Set<String> reloaded,
      Predicate<String> typed,
      Consumer<Configuration> apply) {
    this.file = file;
    this.used = used;
    this.reloaded = reloaded;
    this.typed = typed;
    this.apply = apply;
  }

  RoundThread start() {
    return RoundThread.start(
        "settings", new Round(LOG, "the settings were not read again", this::look), BETWEEN_LOOKS);
  }

  /// A file that is half written would look as if settings had been removed, so it is read when two
  /// looks found it the same.
  private void look() {
    Written now = Written.of(file);
    boolean settled = now.equals(seen);
    seen = now;
    if (!settled || now.equals(read)) {
      return;
    }
    read = now;
    Configuration next = used.readAgain();
    if (!next.faults().isEmpty()) {
      next.faults().forEach(fault -> LOG.error("the settings stay as they are: {}", fault));
      return;
    }
    List<String> changed = changed(next);
    List<String> later = changed.stream().filter(name -> !reloaded.contains(name)).toList();
    if (changed.size() > later.size()) {
      apply.accept(next);
      LOG.info("{} was read again; changed: {}", file, named(changed, reloaded::contains));
    }
    if (!later.isEmpty()) {
      LOG.warn("{} was read again; at the next start changes: {}", file, String.join(", ", later));
    }
    used = next;
  }

  private static String named(List<String> changed, Predicate<String> wanted) {
    return String.join(", ", changed.stream().filter(wanted).toList());
  }

  private List<String> changed(Configuration next) {
    Set<String> names = new TreeSet<>(used.names());
    names.addAll(next.names());
    return names.stream()
        .filter(name -> !typed.test(name))
        .filter(name ->
            !used.find(name)
                .map(Configuration.Given::text)
                .equals(next.find(name).map(Configuration.Given::text)))
        .toList();
  }
}
