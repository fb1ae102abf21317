package org.marquee.app;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.NullMarked;

/// Follows the links of the pages of one port. Of pages that differ in an id or a value alone it
/// reads a few, and asks whether the others are there.
@NullMarked
final class Crawl {
  private static final int READ = 2;

  /// As many as a page has languages.
  private static final int ASKED = 4;

  private static final Pattern ELSEWHERE = Pattern.compile("(https?://[^\\s]+|mailto:.+|geo:.+)");

  private final String origin;
  private final HttpClient client = HttpClient.newHttpClient();
  private final Map<String, Integer> shapes = new HashMap<>();
  private final Map<String, Integer> reads = new HashMap<>();
  private final Map<String, Document> read = new HashMap<>();
  private final Set<String> seen = new HashSet<>();
  private final Queue<String> waiting = new ArrayDeque<>();
  private final Map<String, String> anchors = new HashMap<>();
  private final List<String> faults = new ArrayList<>();

  Crawl(String origin) {
    this.origin = origin;
  }

  /// What is wrong, after all pages were read: the link, and the page that has it.
  List<String> faults() {
    return faults;
  }

  /// The kinds of addresses that were asked for: `/cinemas/*?date`.
  Set<String> shapes() {
    return shapes.keySet();
  }

  void from(String path) throws IOException, InterruptedException {
    found(path, "the start");
    while (!waiting.isEmpty()) {
      ask(waiting.remove());
    }
    anchors.forEach((link, page) -> {
      int hash = link.indexOf('#');
      Document target = read.get(link.substring(0, hash));
      if (target != null && target.getElementById(link.substring(hash + 1)) == null) {
        faults.add(link + " of " + page + ": no such anchor");
      }
    });
    anchors.clear();
  }

  private void found(String link, String page) {
    int hash = link.indexOf('#');
    String path = hash < 0 ? link : link.substring(0, hash);
    if (hash >= 0) {
      anchors.put(link, page);
    }
    if (seen.add(path) && shapes.merge(shape(path), 1, Integer::sum) <= ASKED) {
      waiting.add(path);
    }
  }

  /// An address without its ids and values.
  private static String shape(String path) {
    return path.replaceFirst("^/(cinemas|films|chains|notices|showtimes|why)/[^/?.]+", "/$1/*")
        .replaceFirst("^(/v1/\\w+)/[^/?.]+", "$1/*")
        .replaceAll("=[^&]*", "");
  }

  private void ask(String path) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(URI.create(origin + path)).build(),
            HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() >= 400) {
      faults.add(path + ": " + answer.statusCode());
    }
    boolean isPage = answer.headers().firstValue("Content-Type").orElse("").startsWith("text/html");
    if (!isPage || reads.merge(shape(path), 1, Integer::sum) > READ) {
      return;
    }
    Document page = Jsoup.parse(answer.body());
    read.put(path, page);
    for (Element link : page.select("a[href], link[href], img[src], script[src]")) {
      String to = link.hasAttr("href") ? link.attr("href") : link.attr("src");
      if (to.startsWith("#")) {
        found(path + to, path);
      } else if (to.startsWith("/") && !to.startsWith("//")) {
        found(to, path);
      } else if (!ELSEWHERE.matcher(to).matches()) {
        faults.add(to + " of " + path + ": neither here nor an address elsewhere");
      }
    }
  }
}
