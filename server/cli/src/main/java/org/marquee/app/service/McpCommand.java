package org.marquee.app.service;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import org.marquee.app.home.Home;
import org.marquee.app.home.Storage;
import org.marquee.app.home.Version;
import org.marquee.app.log.Logs;
import org.marquee.mcp.StdioTransport;
import org.marquee.node.CloseStack;
import org.marquee.node.PortlessAnswers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `mcp`: tools for language models on standard input and output (docs/mcp.md). It needs no key:
/// who can start the command can read the database.
@Command(
    name = "mcp",
    description =
        "Answers the Model Context Protocol on standard input and output, so that a language model"
            + " can look up what is on. Ends with its input.")
public final class McpCommand implements Callable<Integer> {
  @Mixin private final Home home = new Home();

  @Override
  public Integer call() {
    Logs.ofCommand();
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    System.setOut(System.err); // standard output is for messages alone
    try (Storage storage = home.openExisting();
        CloseStack opened = new CloseStack()) {
      new StdioTransport(
              PortlessAnswers.start(storage.database(), opened), Version.number(), System.in, out)
          .serve();
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
