package org.marquee.app.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.marquee.app.config.Configuration;
import org.marquee.app.feed.Collecting;
import org.marquee.app.service.ServeCommand;
import org.marquee.app.terminal.Failure;
import org.marquee.app.terminal.WrongUsage;

/// Whether the settings can be used, and the files that they name.
///
/// @param found the settings that `serve` has
record SettingsChecks(ServeCommand serve, Configuration found, Path home) {
  /// Faults of the settings, and of the list of what is collected.
  List<Finding> settings() {
    List<String> faults = new ArrayList<>(found.faults());
    faults.addAll(serve.contradictions(found));
    if (serve.collects() || Files.exists(home.resolve("providers.yaml"))) {
      try {
        Collecting.configured(home);
      } catch (WrongUsage | Failure e) {
        faults.add(String.valueOf(e.getMessage()));
      }
    }
    if (faults.isEmpty()) {
      String file = found.file().map(each -> " of " + each).orElse("; there is no marquee.yaml");
      return List.of(Finding.ok("settings", "no faults in the settings" + file));
    }
    return faults.stream()
        .flatMap(String::lines)
        .map(each -> each.replaceFirst("^marquee: ", ""))
        .map(each -> Finding.fault("settings", each, mend(each)))
        .toList();
  }

  private static String mend(String fault) {
    if (fault.contains("cannot be read")) {
      return "see what is said of files";
    }
    return fault.startsWith("providers.yaml")
        ? "mend that line (docs/collecting.md), then: marquee doctor"
        : "mend that (docs/configuration.md), then: marquee config";
  }

  /// Files that may hold secrets, and those that the service needs.
  List<Finding> files() {
    List<Finding> open =
        Stream.of(
                found.file(),
                Optional.of(home.resolve("providers.yaml")),
                Optional.of(home.resolve("postgres/password")),
                serve.listen().tls().map(files -> files.key()))
            .flatMap(Optional::stream)
            .flatMap(file -> MachineChecks.secret(file, home).stream())
            .collect(Collectors.toCollection(ArrayList::new));
    open.addAll(OwnerChecks.closed(home));
    OwnerChecks.of(home).ifPresent(owner -> open.addAll(ofOwner(owner)));
    return open.isEmpty()
        ? List.of(Finding.ok("files", "nobody else can read files with secrets"))
        : open;
  }

  /// What the service needs and its account cannot use, though root, who asks, can.
  private List<Finding> ofOwner(OwnerChecks owner) {
    Set<Path> read = new TreeSet<>();
    found.file().ifPresent(read::add);
    serve.listen().tls().ifPresent(files -> read.addAll(List.of(files.certificate(), files.key())));
    try {
      read.addAll(Collecting.ownFiles(home));
    } catch (IOException _) {
      // said of the settings
    }
    List<Finding> closed = new ArrayList<>(owner.taken(home));
    read.forEach(file -> owner.read(file).ifPresent(closed::add));
    serve.alarmProgram().flatMap(owner::start).ifPresent(closed::add);
    return closed;
  }
}
