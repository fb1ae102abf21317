package org.marquee.app.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.marquee.archive.RawInputArchive;
import org.marquee.files.PrivateFiles;
import org.marquee.notice.Report;
import org.marquee.retention.RetentionLimit;

/// The folder `reports` of a home: two files of each run, named as the run. Only its owner may read
/// it.
///
/// @param folder made by the first report
public record ReportFolder(Path folder) {
  private static final Pattern NAME = Pattern.compile("(.+)\\.(?:json|html)");

  /// The folder of a home.
  public static ReportFolder in(Path home) {
    return new ReportFolder(home.resolve("reports"));
  }

  /// Makes the folder if it is missing.
  public void open() throws IOException {
    PrivateFiles.folder(folder);
  }

  /// Writes the two files of a run.
  ///
  /// @return the page
  public Path write(Report report) throws IOException {
    Path page = Reports.write(report, PrivateFiles.folder(folder).resolve(report.run()));
    PrivateFiles.closeFile(page);
    PrivateFiles.closeFile(folder.resolve(report.run() + ".json"));
    return page;
  }

  /// Deletes old reports, the oldest first. Files without the name of a run stay.
  ///
  /// @param needed runs whose reports stay
  public void sweep(Instant now, RetentionLimit keep, Set<String> needed) throws IOException {
    long left = keep.most();
    for (Map.Entry<String, List<Path>> each : latestFirst().entrySet()) {
      left -= bytes(each.getValue());
      Instant start = RawInputArchive.startOf(each.getKey());
      if (start != null
          && (left < 0 || keep.isOver(start, now))
          && !needed.contains(each.getKey())) {
        for (Path file : each.getValue()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  private Map<String, List<Path>> latestFirst() throws IOException {
    Map<String, List<Path>> byRun = new TreeMap<>(Comparator.reverseOrder());
    if (Files.isDirectory(folder)) {
      try (Stream<Path> all = Files.list(folder)) {
        all.forEach(file -> {
          Matcher name = NAME.matcher(file.getFileName().toString());
          if (name.matches()) {
            byRun.computeIfAbsent(name.group(1), _ -> new ArrayList<>()).add(file);
          }
        });
      }
    }
    return byRun;
  }

  private static long bytes(List<Path> files) throws IOException {
    long sum = 0;
    for (Path file : files) {
      try {
        sum += Files.size(file);
      } catch (NoSuchFileException _) {
        // Another process has just deleted it.
      }
    }
    return sum;
  }
}
