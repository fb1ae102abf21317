package org.marquee.app.service;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.app.config.Configuration;
import org.marquee.app.console.Configured;
import org.marquee.app.console.JsonOption;
import org.marquee.app.console.OptionText;
import org.marquee.app.console.Period;
import org.marquee.json.JsonObject;
import org.marquee.json.JsonTree;
import org.marquee.notice.Secrets;
import org.marquee.notice.Visible;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `config`: the settings that `serve` would have, and where each comes from. Opens nothing.
@Command(
    name = "config",
    description = {
      "Shows the settings that serve would have with the same options, and where each comes from.",
      "Faults of all settings are shown instead, with exit status 2."
    })
public final class ConfigCommand implements Callable<Integer>, Configured {
  @Spec private @Nullable CommandSpec spec;

  @Mixin private final ServeCommand serve = new ServeCommand();
  @Mixin private final JsonOption json = new JsonOption();

  @Option(names = "--set", description = "Only those that are not at their default.")
  private boolean onlySet;

  private @Nullable Configuration configuration;

  /// A setting as it is shown.
  ///
  /// @param value empty where there is none
  private record Shown(String name, String value, String origin, boolean isSet, String meaning) {}

  @Override
  public void configured(Configuration found) {
    configuration = found;
  }

  @Override
  public List<String> contradictions(Configuration found) {
    return serve.contradictions(found);
  }

  @Override
  public Integer call() {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    List<Shown> all = settings().filter(each -> each.isSet() || !onlySet).toList();
    if (json.isWanted()) {
      out.println(JsonTree.text(all.stream().map(ConfigCommand::json).toList()));
      return 0;
    }
    int names = width(all.stream().map(Shown::name));
    int values = Math.min(width(all.stream().map(Shown::value)), 48);
    for (Shown each : all) {
      out.println(
          ("%-" + names + "s  %-" + Math.max(values, 1) + "s  %s")
              .formatted(each.name(), Visible.of(each.value()), Visible.of(each.origin())));
    }
    return 0;
  }

  private static int width(Stream<String> texts) {
    return texts.mapToInt(String::length).max().orElse(1);
  }

  private static JsonObject json(Shown each) {
    return JsonObject.of("name", each.name())
        .with("value", each.value().isEmpty() ? null : each.value())
        .with("from", each.origin())
        .with("meaning", each.meaning());
  }

  /// The options of `serve`, but for those that every command has.
  private Stream<Shown> settings() {
    return Objects.requireNonNull(spec).options().stream()
        .filter(each -> !each.usageHelp() && !each.versionHelp())
        .filter(each -> !List.of("json", "set").contains(Configuration.name(each)))
        .sorted(Comparator.comparing(Configuration::name))
        .map(this::shown);
  }

  private Shown shown(OptionSpec option) {
    String name = Configuration.name(option);
    String meaning = OptionText.plain(option).replaceFirst(" \\(default: [^)]*\\)", "");
    if (Objects.requireNonNull(spec).commandLine().getParseResult().hasMatchedOption(option)) {
      String typed = String.join(",", option.originalStringValues());
      return new Shown(name, hidden(name, typed), "--" + name, true, meaning);
    }
    return Objects.requireNonNull(configuration)
        .find(name)
        .map(each -> new Shown(name, hidden(name, each.text()), each.origin(), true, meaning))
        .orElseGet(() -> new Shown(name, standard(option), "default", false, meaning));
  }

  /// A password stands for itself, or in an address.
  private static String hidden(String name, String text) {
    return name.matches(".*(password|secret|token|webhook)") ? "…" : Secrets.masked(text);
  }

  /// The default as it is written in a file.
  private String standard(OptionSpec option) {
    Configuration found = Objects.requireNonNull(configuration);
    if (Configuration.name(option).equals("config")) {
      return found.file().map(Object::toString).orElse("");
    }
    if (option.defaultValue() != null) {
      return option.defaultValue();
    }
    return switch (option.getValue()) {
      case null -> "";
      case Duration duration -> Period.write(duration);
      case Object value -> value.toString();
    };
  }
}
