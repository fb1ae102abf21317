package org.marquee.app.backup;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import org.marquee.app.console.ConsoleCommand;
import org.marquee.app.home.Storage;
import org.marquee.app.home.Version;
import org.marquee.export.Compression;
import org.marquee.export.Export;
import org.marquee.export.ExportManifest;
import org.marquee.files.RootRights;
import org.marquee.notice.Visible;
import org.marquee.store.read.PostgresChanges;
import org.marquee.store.run.PostgresTerms;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `export`: everything that is published, as files.
@Command(
    name = "export",
    description = {
      "Writes everything that is published to a folder: each list as CSV and as lines of JSON, with"
          + " a manifest and checksums.",
      "An export that is already there is replaced as a whole."
    })
public final class ExportCommand extends ConsoleCommand {
  @Parameters(paramLabel = "DIR", description = "A new or empty folder, or one with an export.")
  private Path folder = Path.of("");

  @Option(names = "--gzip", description = "Compress the files.")
  private boolean gzip;

  @Override
  protected int execute() throws IOException {
    try (Storage storage = home.openExisting()) {
      Export export =
          new Export(
              new PostgresChanges(storage.database()),
              new PostgresTerms(storage.database()),
              InstantSource.system(),
              Version.number());
      ExportManifest manifest =
          RootRights.use(
              folder, () -> export.write(folder, gzip ? Compression.GZIP : Compression.NONE));
      if (json.isWanted()) {
        out().println(manifest.json());
      } else {
        print(manifest);
      }
    }
    return 0;
  }

  private void print(ExportManifest manifest) {
    for (ExportManifest.Entry file : manifest.files()) {
      out()
          .printf(
              "%s  %d %s, %d bytes%n",
              file.name(),
              file.records(),
              file.records() == 1 ? "record" : "records",
              file.bytes());
    }
    out()
        .println(
            Visible.of(
                "Exported revision " + manifest.revision().number() + " to " + folder + "."));
  }
}
