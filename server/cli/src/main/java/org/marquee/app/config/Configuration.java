package org.marquee.app.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.files.RootRights;
import org.marquee.notice.NearestName;
import org.marquee.store.sql.Actor;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/// What the environment and the file say of the settings of one command, and what is wrong with it.
/// The environment comes before the file.
///
/// A setting `--ops-port` is the variable `MARQUEE_OPS_PORT`, and `ops-port` in the file.
public final class Configuration implements IDefaultValueProvider {
  private static final String PREFIX = "MARQUEE_";
  private static final String HOME = "home";
  private static final String FILE = "config";
  private static final String USUAL_HOME = ".marquee";
  private static final String USUAL_FILE = "marquee.yaml";

  private final Map<String, String> environment;
  private final CommandSpec command;
  private final Supplier<CommandLine> service;
  private final @Nullable Path place;
  private @Nullable SettingsFile file;
  private final Map<String, Given> given = new LinkedHashMap<>();
  private final List<String> faults = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  /// The value of a setting, and where it comes from.
  ///
  /// @param origin the variable, or the file and the line
  public record Given(String name, String text, String origin) {}

  private Configuration(
      Map<String, String> environment,
      CommandSpec command,
      Supplier<CommandLine> service,
      @Nullable Path place) {
    this.environment = environment;
    this.command = command;
    this.service = service;
    this.place = place;
  }

  /// Reads what counts for a command whose own options were parsed.
  ///
  /// @param service the command that has all settings as its options
  public static Configuration of(
      CommandSpec command, Map<String, String> environment, Supplier<CommandLine> service) {
    Map<String, String> ours = new TreeMap<>(environment);
    ours.entrySet().removeIf(each -> !isOurs(each.getKey(), each.getValue()));
    if (command.findOption("--" + FILE) == null) {
      ours.remove(variable(HOME)); // the demo has a home of its own
    }
    Configuration read = new Configuration(ours, command, service, place(command, ours));
    read.read();
    return read;
  }

  /// Kubernetes sets `MARQUEE_PORT=tcp://10.0.0.1:80` for a service that is called `marquee`.
  private static boolean isOurs(String variable, String value) {
    return variable.startsWith(PREFIX)
        && !value.isBlank()
        && !value.startsWith("tcp://")
        && !value.startsWith("udp://");
  }

  /// Where the file is that was named, or that of the home; null: the command has none.
  private static @Nullable Path place(CommandSpec command, Map<String, String> environment) {
    if (command.findOption("--" + FILE) == null) {
      return null;
    }
    Optional<String> named = chosen(FILE, command, environment);
    if (named.isPresent()) {
      return Path.of(named.get());
    }
    Path home =
        chosen(HOME, command, environment)
            .map(Path::of)
            .orElseGet(() -> Path.of(System.getProperty("user.home"), USUAL_HOME));
    giveUpRights(command, home);
    return home.resolve(USUAL_FILE);
  }

  /// Has root go on as the owner of the home.
  public static void giveUpRights(CommandSpec command, Path home) {
    try {
      RootRights.giveUp(home);
    } catch (IOException e) {
      throw new CommandLine.ExecutionException(command.commandLine(), String.valueOf(e), e);
    }
  }

  private static Optional<String> chosen(
      String name, CommandSpec command, Map<String, String> environment) {
    Object typed = command.findOption("--" + name).getValue();
    return Optional.ofNullable(typed)
        .map(Object::toString)
        .or(() -> Optional.ofNullable(environment.get(variable(name))));
  }

  /// The variable of a setting.
  public static String variable(String name) {
    return PREFIX + name.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /// The name of an option without its hyphens.
  public static String name(OptionSpec option) {
    return option.longestName().substring(2);
  }

  private void read() {
    Actor.fault(environment).ifPresent(faults::add);
    // Of the home it may be missing. A link that leads nowhere counts as missing.
    if (place != null && (!isInTheHome() || Files.exists(place))) {
      file = SettingsFile.read(place);
    }
    if (environment.isEmpty() && file == null) {
      return; // nothing to read, and all options need not be known
    }
    CommandLine all = service.get();
    List<String> known = all.getCommandSpec().options().stream().map(Configuration::name).toList();
    environment.forEach((variable, text) -> {
      String name = variable.substring(PREFIX.length()).toLowerCase(Locale.ROOT).replace('_', '-');
      Optional<String> removed = RemovedSettings.warning(name, text.strip());
      if (removed.isPresent()) {
        warnings.add(variable + ": " + removed.get());
      } else if (known.contains(name)) {
        setIfKnown(new Given(name, text.strip(), variable), all)
            .ifPresent(what -> faults.add(variable + ": " + what));
      } else {
        // Variables of others begin like ours; only what looks like a slip is a fault.
        NearestName.of(name, known)
            .ifPresent(each ->
                faults.add(variable + ": is not known. Did you mean " + variable(each) + "?"));
      }
    });
    if (file != null) {
      read(file, known, all);
    }
  }

  private void read(SettingsFile lines, List<String> known, CommandLine all) {
    List<SettingsFile.Fault> found = new ArrayList<>(lines.faults());
    for (SettingsFile.Line line : lines.lines()) {
      fault(line, lines, known, all)
          .map(what -> new SettingsFile.Fault(line.number(), line.name() + ": " + what))
          .ifPresent(found::add);
    }
    found.sort(Comparator.comparingInt(SettingsFile.Fault::line));
    found.forEach(each -> faults.add(lines.place(each.line()) + ": " + each.what()));
  }

  /// What is wrong with a line, which is taken if nothing is.
  private Optional<String> fault(
      SettingsFile.Line line, SettingsFile lines, List<String> known, CommandLine all) {
    if (line.name().equals(FILE)) {
      return Optional.of("a file cannot name another one");
    }
    Optional<String> removed = RemovedSettings.warning(line.name(), line.text());
    if (removed.isPresent()) {
      warnings.add(lines.place(line.number()) + ": " + line.name() + ": " + removed.get());
      return Optional.empty();
    }
    if (!known.contains(line.name())) {
      List<String> options = known.stream().map(each -> "--" + each).toList();
      return Optional.of(
          "is not known"
              + NearestName.of("--" + line.name(), options)
                  .map(each -> ". Did you mean " + each.substring(2) + "?")
                  .orElse(""));
    }
    if (line.name().equals(HOME) && isInTheHome()) {
      return Optional.of("this file was found in the home; name that with --home or MARQUEE_HOME");
    }
    // A variable comes first.
    return given.containsKey(line.name())
        ? Optional.empty()
        : setIfKnown(new Given(line.name(), line.text(), lines.place(line.number())), all);
  }

  private boolean isInTheHome() {
    return chosen(FILE, command, environment).isEmpty();
  }

  /// Takes a value if the command has this setting. An option that is only called the same is
  /// another one.
  ///
  /// @return what is wrong with it
  private Optional<String> setIfKnown(Given value, CommandLine all) {
    OptionSpec own = command.findOption("--" + value.name());
    OptionSpec setting = all.getCommandSpec().findOption("--" + value.name());
    if (own == null || !setting.userObject().equals(own.userObject())) {
      return Optional.empty();
    }
    try {
      all.parseArgs("--" + value.name() + "=" + value.text());
      given.put(value.name(), value);
      return Optional.empty();
    } catch (ParameterException e) {
      return Optional.of(why(e));
    }
  }

  /// What is wrong with a value, without the name of its option.
  public static String why(ParameterException fault) {
    ArgSpec argument = fault.getArgSpec();
    if (argument != null && argument.typeInfo().isEnum()) {
      String names = String.join(", ", argument.typeInfo().getEnumConstantNames());
      return "one of %s, not %s".formatted(names.toLowerCase(Locale.ROOT), fault.getValue());
    }
    return fault.getCause() instanceof TypeConversionException cause
        ? String.valueOf(cause.getMessage())
        : String.valueOf(fault.getMessage());
  }

  /// All that is wrong, each with its place.
  public List<String> faults() {
    return List.copyOf(faults);
  }

  /// Settings of older builds that mean nothing any more, each with its place and what replaces it.
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /// Where a setting that is set stands, for messages: in a variable, in the file, or else on the
  /// command line.
  public String where(String name) {
    return find(name)
        .map(each ->
            each.origin().equals(variable(name)) ? each.origin() : each.origin() + ": " + name)
        .orElse("--" + name);
  }

  /// The settings that have a value.
  public Set<String> names() {
    return Set.copyOf(given.keySet());
  }

  /// The value of a setting; empty where neither environment nor file has one.
  public Optional<Given> find(String name) {
    return Optional.ofNullable(given.get(name));
  }

  /// Where the file of settings is, or would be; null: the command has none.
  public @Nullable Path place() {
    return place;
  }

  /// The file of settings that was read.
  public Optional<Path> file() {
    return Optional.ofNullable(file).map(SettingsFile::file);
  }

  /// This configuration as it is now, after the file may have changed.
  public Configuration readAgain() {
    Configuration now = new Configuration(environment, command, service, place);
    now.read();
    return now;
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    return argument instanceof OptionSpec option
        ? find(name(option)).map(Given::text).orElse(null)
        : null;
  }
}
