package org.marquee.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Collectors;
import org.marquee.listing.ChangeSource;
import org.marquee.listing.SourceTerms;

/// Writes everything that is published, past showtimes included, to a folder: one state of the
/// data, in constant memory.
///
/// @param source of the records; read in one transaction
/// @param terms the attribution and licence of each source
/// @param program the version of this program
public record Export(
    ChangeSource source, SourceTerms.TermsOf terms, InstantSource clock, String program) {
  /// The file with the checksums as `sha256sum --check` reads them.
  private static final String CHECKSUMS = "SHA256SUMS";

  /// Writes an export, in the place of the one that was there.
  ///
  /// @throws IOException if the folder has something else in it, or cannot be written
  public ExportManifest write(Path folder, Compression compression) throws IOException {
    try (ExportFolder target = new ExportFolder(folder)) {
      ExportManifest manifest = fill(target.begin(), compression);
      target.replace();
      return manifest;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private ExportManifest fill(Path folder, Compression compression) throws IOException {
    Instant begun = clock.instant();
    try (ExportSink sink = new ExportSink(folder, compression)) {
      source.copy(null, Instant.MIN, 0, sink);
      List<ExportManifest.Entry> files = sink.finish();
      ExportManifest manifest =
          new ExportManifest(sink.revision(), begun, program, files, terms.byProvider());
      Files.write(
          folder.resolve(CHECKSUMS),
          files.stream()
              .map(file -> file.sha256() + "  " + file.name() + "\n")
              .collect(Collectors.joining())
              .getBytes(UTF_8),
          StandardOpenOption.CREATE_NEW,
          StandardOpenOption.SYNC);
      Files.write(
          folder.resolve(ExportManifest.NAME),
          manifest.json().bytes(),
          StandardOpenOption.CREATE_NEW,
          StandardOpenOption.SYNC);
      return manifest;
    }
  }
}
