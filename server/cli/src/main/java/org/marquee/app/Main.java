package org.marquee.app;

import com.github.luben.zstd.util.Native;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.marquee.access.AccessUnavailable;
import org.marquee.app.backup.BackupCommand;
import org.marquee.app.backup.ExportCommand;
import org.marquee.app.backup.RestoreCommand;
import org.marquee.app.config.Configuration;
import org.marquee.app.console.Configured;
import org.marquee.app.console.ExitStatus;
import org.marquee.app.console.SettingReaders;
import org.marquee.app.customer.EntitlementCommand;
import org.marquee.app.customer.KeyCommand;
import org.marquee.app.customer.OrganizationCommand;
import org.marquee.app.customer.PlanCommand;
import org.marquee.app.customer.UsageCommand;
import org.marquee.app.customer.WebhookCommand;
import org.marquee.app.doctor.DoctorCommand;
import org.marquee.app.editing.CorrectCommand;
import org.marquee.app.editing.ExplainCommand;
import org.marquee.app.editing.MatchCommands;
import org.marquee.app.editing.ShowtimesCommand;
import org.marquee.app.feed.CollectCommand;
import org.marquee.app.feed.IngestCommand;
import org.marquee.app.feed.MapCommand;
import org.marquee.app.feed.ReplayCommand;
import org.marquee.app.feed.UndoCommand;
import org.marquee.app.feed.ValidateCommand;
import org.marquee.app.home.Home;
import org.marquee.app.home.Version;
import org.marquee.app.service.AlarmCommand;
import org.marquee.app.service.ConfigCommand;
import org.marquee.app.service.DemoCommand;
import org.marquee.app.service.McpCommand;
import org.marquee.app.service.MockCommand;
import org.marquee.app.service.ServeCommand;
import org.marquee.app.service.ServiceSettings;
import org.marquee.app.status.AuditCommand;
import org.marquee.app.status.ProviderCommand;
import org.marquee.app.status.RunsCommand;
import org.marquee.app.status.StatusCommand;
import org.marquee.app.terminal.Failure;
import org.marquee.app.terminal.Terminal;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.files.FailureText;
import org.marquee.files.RootRights;
import org.marquee.ingest.LedgerUnavailable;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.node.LastResort;
import org.marquee.notice.Secrets;
import org.marquee.store.sql.DatabaseUnreachable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;

/// The command line (docs/command-line.md, "Exit status"). Exit status 0: done; 1: failed; 2: wrong
/// usage.
@Command(
    name = "marquee",
    description = "Publishes cinema listings: imports feeds, reconciles them, serves them.",
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND")
public final class Main {
  /// In the order of the help.
  private static final List<Class<?>> COMMANDS =
      List.of(
          DemoCommand.class,
          MockCommand.class,
          ServeCommand.class,
          McpCommand.class,
          IngestCommand.class,
          ValidateCommand.class,
          MapCommand.class,
          CollectCommand.class,
          ReplayCommand.class,
          UndoCommand.class,
          PlanCommand.class,
          OrganizationCommand.class,
          EntitlementCommand.class,
          KeyCommand.class,
          WebhookCommand.class,
          UsageCommand.class,
          ProviderCommand.class,
          MatchCommands.Films.class,
          MatchCommands.Cinemas.class,
          ShowtimesCommand.class,
          StatusCommand.class,
          ConfigCommand.class,
          AlarmCommand.class,
          DoctorCommand.class,
          ExportCommand.class,
          BackupCommand.class,
          RestoreCommand.class,
          RunsCommand.class,
          AuditCommand.class,
          CorrectCommand.class,
          ExplainCommand.class,
          CompletionCommand.class,
          RehearseCommand.class);

  /// The commands that go on until they are stopped.
  private static final Set<String> SERVING = Set.of("demo", "mock", "serve");

  private Main() {}

  public static void main(String[] arguments) {
    // Programs and SQL read the output, so numbers must not depend on the operator's locale.
    Locale.setDefault(Locale.ROOT);
    RootRights.areOfProgram(Native::load);
    if (arguments.length > 0 && SERVING.contains(arguments[0])) {
      LastResort.install();
    } else {
      Thread.setDefaultUncaughtExceptionHandler((_, cause) -> threadFailed(cause, System.err));
    }
    CommandLine line = commandLine(arguments);
    // The launcher has them read before it prepares anything.
    if (Boolean.getBoolean("marquee.options")) {
      line.setExecutionStrategy(_ -> 0);
    }
    int status = line.execute(arguments);
    line.getOut().flush();
    System.out.flush();
    System.exit(status);
  }

  /// The commands that these arguments need: the one that they name, or else all. To read one by
  /// reflection takes several milliseconds of each start.
  public static CommandLine commandLine(String... arguments) {
    return commandLine(System.getenv(), arguments);
  }

  /// The command line with other environment variables.
  static CommandLine commandLine(Map<String, String> environment, String... arguments) {
    CommandLine line = new CommandLine(new Main());
    List<Class<?>> named = COMMANDS.stream().filter(each -> isNamed(each, arguments)).toList();
    (named.isEmpty() ? COMMANDS : named).forEach(line::addSubcommand);
    if (named.isEmpty()) {
      line.addSubcommand(CommandLine.HelpCommand.class);
    }
    line.setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    SettingReaders.addTo(line);
    line.setExecutionExceptionHandler(failures());
    line.setExecutionStrategy(parsed -> executed(parsed, environment));
    line.setParameterExceptionHandler(new UsageFaults());
    line.setUsageHelpWidth(Terminal.width());
    CommandLine demo = line.getSubcommands().get("demo");
    if (demo != null) {
      DemoCommand.describeHome(demo.getCommandSpec());
    }
    HelpText.keepNamesWhole(line);
    return line;
  }

  private static boolean isNamed(Class<?> command, String... arguments) {
    return arguments.length > 0 && command.getAnnotation(Command.class).name().equals(arguments[0]);
  }

  /// Runs a command with the settings of the environment and the file. An [Error] does not reach
  /// the handler of exceptions.
  private static int executed(CommandLine.ParseResult typed, Map<String, String> environment) {
    Integer help = CommandLine.executeHelpRequest(typed);
    if (help != null) {
      return help;
    }
    CommandLine command = typed.asCommandLineList().getLast();
    Configuration configuration =
        Configuration.of(command.getCommandSpec(), environment, ServiceSettings::commandLine);
    command.setDefaultValueProvider(configuration);
    CommandLine.ParseResult parsed =
        typed.commandSpec().commandLine().parseArgs(typed.originalArgs().toArray(String[]::new));
    configuration
        .warnings()
        .forEach(each -> command.getErr().println("marquee: " + Terminal.visible(each)));
    List<String> faults = new ArrayList<>(configuration.faults());
    boolean runs = false;
    if (command.getCommand() instanceof Configured configured) {
      faults.addAll(configured.contradictions(configuration));
      configured.configured(configuration);
      runs = configured.isRunWithFaults();
    }
    if (!faults.isEmpty() && !runs) {
      faults.forEach(fault -> command.getErr().println("marquee: " + Terminal.visible(fault)));
      return ExitStatus.WRONG_USAGE;
    }
    try {
      CommandSpec last = parsed.asCommandLineList().getLast().getCommandSpec();
      homes(last).forEach(home -> Configuration.giveUpRights(last, home.folder()));
      return new CommandLine.RunLast().execute(parsed);
    } catch (WrongUsage e) {
      parsed.commandSpec().commandLine().getErr().println("marquee: " + e.getMessage());
      return ExitStatus.WRONG_USAGE;
    } catch (OutOfMemoryError _) {
      parsed.commandSpec().commandLine().getErr().println("marquee: " + Failure.OUT_OF_MEMORY);
      return ExitStatus.FAILED;
    }
  }

  /// A failure that the operator can fix is one line; an internal error has its stack trace.
  private static IExecutionExceptionHandler failures() {
    return (failure, line, _) -> {
      PrintWriter err = line.getErr();
      switch (failure) {
        case WrongUsage _ -> {
          err.println("marquee: " + Terminal.visible(FailureText.of(failure)));
          return ExitStatus.WRONG_USAGE;
        }
        case DatabaseUnreachable _ ->
            err.println("marquee: " + Terminal.visible(FailureText.of(failure) + trouble(line)));
        case AccessUnavailable _, ListingsUnavailable _, LedgerUnavailable _ ->
            err.println(
                "marquee: "
                    + Terminal.visible(FailureText.of(failure) + trouble(line))
                    + "; try again");
        case Failure _, UncheckedIOException _, IOException _ ->
            err.println("marquee: " + Terminal.visible(FailureText.of(failure)));
        default -> {
          err.print(internalError(failure));
          err.flush();
        }
      }
      return ExitStatus.FAILED;
    };
  }

  /// Says why a thread failed that is not the command's own. Where a feed takes all memory, any
  /// thread may notice first, and no stack trace would help.
  static void threadFailed(Throwable cause, PrintStream err) {
    if (cause instanceof OutOfMemoryError) {
      err.println("marquee: " + Failure.OUT_OF_MEMORY);
    } else {
      err.print(internalError(cause));
    }
  }

  private static String internalError(Throwable failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace, true));
    return "marquee: internal error; please report it:\n" + Secrets.masked(trace.toString());
  }

  /// A closed connection gives no reason, but the embedded server logs it.
  private static String trouble(CommandLine line) {
    return homes(line.getCommandSpec())
        .flatMap(home -> home.trouble().stream())
        .findFirst()
        .map(why -> " (PostgreSQL: " + why + ")")
        .orElse("");
  }

  private static Stream<Home> homes(CommandSpec command) {
    return command.mixins().values().stream()
        .map(CommandSpec::userObject)
        .filter(Home.class::isInstance)
        .map(Home.class::cast);
  }
}
