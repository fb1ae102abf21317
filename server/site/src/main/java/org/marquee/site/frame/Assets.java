package org.marquee.site.frame;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.zip.CRC32;
import org.marquee.files.ProgramFile;
import org.marquee.http.handler.Router;
import org.marquee.http.handler.TaggedBytes;
import org.marquee.http.message.Header;
import org.marquee.report.HtmlReport;

/// The files that pages name: style, script and icon. Their addresses change with their content, so
/// that browsers keep them for a year.
public record Assets(String style, String script, String icon) {
  private static final String FOLDER = "/assets/";
  private static final Map<String, String> TYPES =
      Map.of(
          "site.css", "text/css; charset=utf-8",
          "site.js", "text/javascript; charset=utf-8",
          "icon.svg", "image/svg+xml");

  private static final Header LASTING =
      new Header("Cache-Control", "public, max-age=31536000, immutable");

  private static final Header VARY = new Header("Vary", "Accept-Encoding");

  /// Adds the files to the routes of a port.
  public static Assets addTo(Router.Builder routes, Executor executor) {
    return new Assets(
        add("site.css", withReports(), routes, executor),
        add("site.js", ProgramFile.bytes(Assets.class, "site.js"), routes, executor),
        add("icon.svg", ProgramFile.bytes(Assets.class, "icon.svg"), routes, executor));
  }

  /// That of the pages, with that of the reports on them.
  private static byte[] withReports() {
    return (ProgramFile.text(Assets.class, "site.css") + HtmlReport.style()).getBytes(UTF_8);
  }

  private static String add(String name, byte[] bytes, Router.Builder routes, Executor executor) {
    CRC32 sum = new CRC32();
    sum.update(bytes);
    String address = FOLDER + Long.toHexString(sum.getValue()) + "/" + name;
    String type = Objects.requireNonNull(TYPES.get(name));
    routes.get(
        address, TaggedBytes.once(executor, () -> new TaggedBytes(type, bytes, LASTING, VARY)));
    return address;
  }
}
