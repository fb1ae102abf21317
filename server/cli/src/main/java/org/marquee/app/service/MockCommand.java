package org.marquee.app.service;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.marquee.app.console.JsonOption;
import org.marquee.app.console.SettingReaders;
import org.marquee.app.log.Logs;
import org.marquee.app.terminal.Failure;
import org.marquee.app.terminal.StopSignal;
import org.marquee.feed.marquee.MarqueeReader;
import org.marquee.http.message.Cors;
import org.marquee.mock.Mock;
import org.marquee.node.CloseStack;
import org.marquee.sample.Sample;
import org.marquee.sample.SampleRegion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `mock`: serves an invented region without a database, for developers of clients.
@Command(
    name = "mock",
    description = {
      "Serves a week of sample data on this machine without a database, for tests of clients.",
      "Any key is accepted. A request with the header `Prefer: code=429` gets that error."
    })
public final class MockCommand implements Runnable {
  /// A third of the demo's programme, so that it answers within a second.
  private static final int DAYS_AHEAD = 7;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      converter = SettingReaders.Ports.class,
      description = "Port of the interface (default: ${DEFAULT-VALUE}).")
  private int port = 8080;

  @Mixin private final CorsOption cors = new CorsOption();

  @Mixin private final JsonOption json = new JsonOption();

  @Override
  public void run() {
    Sample sample = Sample.begin(DAYS_AHEAD);
    Logs.ofCommand();
    try (CloseStack opened = new CloseStack()) {
      Mock mock = opened.add(start(port, sample, cors.origins()));
      print(
          new FirstRequest("http://127.0.0.1:" + mock.address().getPort(), "any"),
          Objects.requireNonNull(spec).commandLine().getOut());
      StopSignal.untilStopped(opened);
    } catch (IOException e) {
      throw new Failure(String.valueOf(e.getMessage()), e);
    }
  }

  /// Serves a sample on this machine.
  public static Mock start(int port, Sample sample, Cors cors) throws IOException {
    return Mock.start(
        ListenOptions.address("127.0.0.1", port),
        new MarqueeReader(),
        sample.feed(),
        SampleRegion.PROVIDER,
        cors);
  }

  private void print(FirstRequest first, PrintWriter out) {
    if (json.isWanted()) {
      out.println(first.json(null));
      return;
    }
    out.printf(
        """
        Marquee serves sample data without a database. Any key is accepted.

        %s
        %sFor an error, as 429:

          %s -H 'Prefer: code=429'

        Stop it with Ctrl-C.
        """,
        first.places(), first.examples(), first.curl());
    out.flush();
  }
}
