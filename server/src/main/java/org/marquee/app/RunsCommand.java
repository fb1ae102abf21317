package org.marquee.app;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Timestamps;
import org.marquee.store.Sessions;
import org.marquee.store.Sessions.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `runs`: the imports that are under way.
@Command(
    name = "runs",
    description = "Lists the imports that are under way, and ends one that holds up the others.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {RunsCommand.ListAll.class, RunsCommand.End.class})
final class RunsCommand {
  @Command(
      name = "list",
      description = "Lists imports and other changes that are under way.",
      mixinStandardHelpOptions = true)
  static final class ListAll implements Callable<Integer> {
    @Spec private @Nullable CommandSpec spec;
    @Mixin private Home home = new Home();

    @Option(names = "--json", description = "Print JSON (docs/command-line.md).")
    private boolean json;

    @Override
    public Integer call() {
      Logs.ofCommand();
      PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
      try (Storage storage = home.open()) {
        List<Session> sessions = new Sessions(storage.database()).list();
        if (json) {
          printJson(out, sessions);
        } else {
          sessions.forEach(each -> print(out, each));
        }
        return 0;
      }
    }

    private static void print(PrintWriter out, Session session) {
      out.printf(
          "%d  %-8s  since %s  %s%s%n",
          session.process(),
          state(session),
          Timestamps.write(session.since()),
          session.purpose(),
          session.client() == null ? "" : "  from " + session.client());
    }

    private static void printJson(PrintWriter out, List<Session> sessions) {
      Printed.array(
          out,
          sessions,
          (generator, each) -> {
            generator.writeStartObject();
            generator.writeNumberProperty("process", each.process());
            each.run().ifPresent(run -> generator.writeStringProperty("run", run));
            generator.writeStringProperty("purpose", each.purpose());
            generator.writeStringProperty("state", state(each));
            generator.writeStringProperty("since", Timestamps.write(each.since()));
            if (each.client() != null) {
              generator.writeStringProperty("client", each.client());
            }
            generator.writeEndObject();
          });
    }

    private static String state(Session session) {
      return session.state().name().toLowerCase(Locale.ROOT);
    }
  }

  @Command(
      name = "end",
      description = "Ends an import that is under way; nothing of it is kept.",
      mixinStandardHelpOptions = true)
  static final class End implements Callable<Integer> {
    @Spec private @Nullable CommandSpec spec;
    @Mixin private Home home = new Home();

    @Parameters(
        paramLabel = "RUN",
        description = "The run, or its database process, as `runs list` shows it.")
    private String id = "";

    @Override
    public Integer call() {
      Logs.ofCommand();
      CommandSpec self = Objects.requireNonNull(spec);
      try (Storage storage = home.open()) {
        Optional<Session> ended = new Sessions(storage.database()).end(id);
        if (ended.isEmpty()) {
          self.commandLine()
              .getErr()
              .println("marquee: nothing under way is called " + id + "; see: marquee runs list");
          return Main.FAILED;
        }
        self.commandLine().getOut().println("Ended " + ended.get().purpose() + ".");
        return 0;
      }
    }
  }
}
