package org.marquee.site.check;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.files.WorkFiles;
import org.marquee.http.body.FormUpload;
import org.marquee.http.message.Request;
import org.marquee.notice.Secrets;
import org.marquee.site.frame.CheckLimits;
import org.marquee.site.frame.Visit;

/// A feed that somebody sent or named, in a folder of its own; closing deletes both.
final class SubmittedFeed implements AutoCloseable {
  private static final Charset WINDOWS = Charset.forName("windows-1252");

  private final Path folder;
  private final Path file;

  private SubmittedFeed(Path folder) {
    this.folder = folder;
    file = folder.resolve("feed");
  }

  static SubmittedFeed make() throws IOException {
    return new SubmittedFeed(WorkFiles.newFolder("check-"));
  }

  /// The file; it is not there where none was sent.
  Path file() {
    return file;
  }

  /// What goes with the file.
  ///
  /// @param format empty: the one that is recognised
  /// @param isKept whether the report is to be kept
  /// @param openEnded whether only the end of a connection ended the file
  /// @param corrections of the mapping that is proposed where no format fits
  record Wish(
      String name,
      String format,
      boolean isKept,
      boolean openEnded,
      Map<String, String> corrections) {}

  /// The address that a request names; null where it names none.
  static @Nullable URI address(Request request) {
    return !request.method().equals("GET")
        ? null
        : request.query().stream()
            .filter(each -> each.name().equals("url"))
            .map(each -> each.text().strip())
            .filter(each -> !each.isEmpty())
            .findFirst()
            .map(SubmittedFeed::uri)
            .orElse(null);
  }

  /// What is no address of the web is refused when it is fetched.
  private static URI uri(String text) {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException _) {
      return URI.create("about:blank");
    }
  }

  /// Reads the form of a request.
  ///
  /// @throws FormUpload.Malformed if it is none
  Wish post(Request request, Visit visit) throws IOException {
    FormUpload form = FormUpload.read(request, file);
    @Nullable String head = form.fields().get("head");
    if (head != null && Files.notExists(file)) {
      // The rows that the page of a mapping carries; some letters of one encoding are none of
      // others.
      boolean windows = "windows-1252".equals(form.fields().get("charset"));
      Files.write(
          file, head.strip().concat("\n").getBytes(windows ? WINDOWS : StandardCharsets.UTF_8));
    }
    String name = form.name().isEmpty() ? form.fields().getOrDefault("name", "") : form.name();
    return new Wish(
        name.isEmpty() ? visit.parameter("name").orElse("feed") : name,
        value("format", form, visit).orElse(""),
        value("keep", form, visit).filter("yes"::equals).isPresent(),
        false,
        MappingLook.corrections(form.fields()));
  }

  private static Optional<String> value(String name, FormUpload form, Visit visit) {
    return Optional.ofNullable(form.fields().get(name)).or(() -> visit.parameter(name));
  }

  /// Fetches the file.
  ///
  /// @throws FeedCheck.Unfetched if the address does not answer with a file
  Wish fetch(URI address, FeedCheck check, CheckLimits limits, Visit visit) throws IOException {
    boolean openEnded = check.fetch(address, file, limits);
    return new Wish(
        Secrets.masked(address.toString()),
        visit.parameter("format").orElse(""),
        visit.parameter("keep").filter("yes"::equals).isPresent(),
        openEnded,
        Map.of());
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(file);
    Files.deleteIfExists(folder);
  }
}
