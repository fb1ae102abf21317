package org.marquee.app;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.marquee.listing.Timestamps;
import org.marquee.store.sql.ActiveSessions;
import org.marquee.store.sql.ActiveSessions.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JsonGenerator;

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
  static final class ListAll extends StorageCommand {
    @Option(names = "--json", description = "Print JSON (docs/command-line.md).")
    private boolean json;

    @Override
    int run(CommandContext desk) {
      List<Session> sessions = new ActiveSessions(desk.database()).list();
      if (json) {
        desk.json(sessions, ListAll::write);
      } else {
        sessions.forEach(each -> print(desk.out(), each));
      }
      return 0;
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

    private static void write(JsonGenerator generator, Session each) {
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
    }

    private static String state(Session session) {
      return session.state().name().toLowerCase(Locale.ROOT);
    }
  }

  @Command(
      name = "end",
      description = "Ends an import that is under way; nothing of it is kept.",
      mixinStandardHelpOptions = true)
  static final class End extends StorageCommand {
    @Parameters(
        paramLabel = "RUN",
        description = "The run, or its database process, as `runs list` shows it.")
    private String id = "";

    @Override
    int run(CommandContext desk) {
      return new ActiveSessions(desk.database())
          .end(id)
          .map(ended -> desk.done("Ended " + ended.purpose() + "."))
          .orElseGet(
              () -> desk.failed("nothing under way is called " + id + "; see: marquee runs list"));
    }
  }
}
