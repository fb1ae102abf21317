package org.marquee.app.service;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.marquee.alarm.AlarmMessages;
import org.marquee.alarm.channel.Channel;
import org.marquee.alarm.channel.Message;
import org.marquee.app.config.Configuration;
import org.marquee.app.console.Configured;
import org.marquee.app.console.ConsoleCommand;
import org.marquee.app.console.ExitStatus;
import org.marquee.app.terminal.Failure;
import org.marquee.app.terminal.Terminal;
import org.marquee.files.FileOwner;
import org.marquee.json.JsonObject;
import org.marquee.json.JsonTree;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `alarm`: the ways in which an operator is told that something is wrong (docs/alarms.md).
@Command(
    name = "alarm",
    description = "Tries the ways in which alarms are sent.",
    subcommands = AlarmCommand.Test.class)
public final class AlarmCommand {
  private AlarmCommand() {}

  @Command(
      name = "test",
      description = {
        "Sends an alarm in all ways that are set for serve, and says what came back.",
        "Exit status 1 if one was not taken, or none is set."
      })
  static final class Test extends ConsoleCommand implements Configured {
    @Mixin private final AlarmOptions alarms = new AlarmOptions();

    /// What came back.
    private record Answer(Channel channel, boolean taken, String text) {}

    @Override
    public List<String> contradictions(Configuration configuration) {
      return alarms.faults(configuration::where);
    }

    @Override
    protected int execute() throws IOException {
      Optional<String> owner = FileOwner.otherThanRoot(home.folder());
      if (alarms.program().isPresent() && owner.isPresent()) {
        // Settings of that account may name the program.
        throw new Failure(
            "the service starts the alarm command as %s, and so must the test: runuser -u %1$s -- marquee alarm test --home %2$s"
                .formatted(owner.get(), home.folder()));
      }
      List<Channel> channels = alarms.channels();
      if (channels.isEmpty()) {
        throw new Failure(
            "alarms are sent nowhere: set alarm-webhook, alarm-mail or alarm-command (docs/alarms.md)");
      }
      Message message = AlarmMessages.test(home.actor().host(), Instant.now());
      List<Answer> answers = new ArrayList<>();
      for (Channel each : channels) {
        Answer answer = send(each, message);
        answers.add(answer);
        if (!json.isWanted()) {
          String line = "%-7s %s: %s".formatted(word(answer), each, answer.text());
          out().println(Terminal.visible(line));
        }
      }
      if (json.isWanted()) {
        out().println(JsonTree.text(answers.stream().map(Test::json).toList()));
      }
      return answers.stream().allMatch(Answer::taken) ? 0 : ExitStatus.FAILED;
    }

    private static Answer send(Channel channel, Message message) {
      try {
        return new Answer(channel, true, channel.send(message));
      } catch (IOException e) {
        return new Answer(channel, false, String.valueOf(e.getMessage()));
      }
    }

    private static String word(Answer answer) {
      return answer.taken() ? "taken" : "failed";
    }

    private static JsonObject json(Answer answer) {
      return JsonObject.of("channel", answer.channel().name())
          .with("to", answer.channel().toString())
          .with("result", word(answer))
          .with("answer", answer.text());
    }
  }
}
