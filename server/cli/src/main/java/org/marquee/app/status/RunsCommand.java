package org.marquee.app.status;

import java.util.List;
import java.util.Locale;
import org.marquee.app.console.ListCommand;
import org.marquee.app.console.StorageCommand;
import org.marquee.json.JsonObject;
import org.marquee.listing.Timestamps;
import org.marquee.store.run.ForgottenRuns;
import org.marquee.store.run.ForgottenRuns.Outcome;
import org.marquee.store.sql.ActiveSessions;
import org.marquee.store.sql.ActiveSessions.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `runs`: the imports that are running.
@Command(
    name = "runs",
    description =
        "Lists the running imports, ends one that holds up the others, and forgets one that failed.",
    subcommands = {RunsCommand.ListAll.class, RunsCommand.End.class, RunsCommand.Forget.class})
public final class RunsCommand {
  private RunsCommand() {}

  @Command(name = "list", description = "Lists the running imports and other changes.")
  static final class ListAll extends ListCommand<Session> {
    @Override
    protected List<Session> list() {
      return new ActiveSessions(database()).list();
    }

    @Override
    protected List<String> lines(Session session) {
      return List.of(
          "%d  %-8s  since %s  %s%s"
              .formatted(
                  session.process(),
                  state(session),
                  Timestamps.write(session.since()),
                  session.purpose(),
                  session.client() == null ? "" : "  from " + session.client()));
    }

    @Override
    protected JsonObject json(Session session) {
      return RunsCommand.json(session);
    }
  }

  private static JsonObject json(Session session) {
    return JsonObject.of("process", session.process())
        .with("run", session.run().orElse(null))
        .with("purpose", session.purpose())
        .with("state", state(session))
        .with("since", session.since())
        .with("client", session.client());
  }

  private static String state(Session session) {
    return session.state().name().toLowerCase(Locale.ROOT);
  }

  @Command(name = "end", description = "Ends a running import; nothing of it is stored.")
  static final class End extends StorageCommand {
    @Parameters(
        paramLabel = "RUN",
        description = "The run, or its database process, from `runs list`.")
    private String id = "";

    @Override
    protected int run() {
      return new ActiveSessions(database())
          .end(id)
          .map(ended -> done("Ended " + ended.purpose() + ".", () -> RunsCommand.json(ended)))
          .orElseGet(() -> failed("there is no running import " + id + "; see: marquee runs list"));
    }
  }

  @Command(
      name = "forget",
      description = "Forgets a run that was refused or failed, and its alarm.")
  static final class Forget extends StorageCommand {
    @Parameters(paramLabel = "RUN", description = "The run, from `status` or its report.")
    private String id = "";

    @Override
    protected int run() {
      return switch (new ForgottenRuns(database()).forget(id)) {
        case Outcome.Forgotten(String provider, String outcome) ->
            done(
                "Forgot run %s of %s, which %s.".formatted(id, provider, became(outcome)),
                () -> JsonObject.of("run", id).with("provider", provider).with("result", outcome));
        case Outcome.Stored(String outcome) ->
            failed(
                outcome.equals("applied")
                    ? "run " + id + " was stored; to take it back: marquee undo"
                    : "run " + id + " was stored and undone, and raises no alarm");
        case Outcome.Unknown() ->
            failed("there is no run " + id + "; marquee status names the last one");
      };
    }

    private static String became(String outcome) {
      return outcome.equals("failed") ? "failed" : "was refused";
    }
  }
}
