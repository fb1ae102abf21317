package org.marquee.contract;

import static java.util.stream.Collectors.joining;

import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.SourceTerms;
import org.marquee.listing.SourceTerms.Mention;

/// Attribution and licence of the sources, in Markdown.
final class SourcesText {
  private static final String HEAD =
      "\nWho shows records names their sources (`provenance.provider`) as these ask for:\n\n";

  private SourcesText() {}

  /// A list; empty where nobody asks for anything.
  static String of(Map<String, SourceTerms> terms) {
    return terms.isEmpty()
        ? ""
        : terms.entrySet().stream()
            .map(each -> "- " + plain(each.getKey()) + ": " + line(each.getValue()) + "\n")
            .collect(joining("", HEAD, ""));
  }

  private static String line(SourceTerms terms) {
    return Stream.of(mention("", terms.attribution()), mention("licence: ", terms.licence()))
        .filter(Objects::nonNull)
        .collect(joining("; "));
  }

  private static @Nullable String mention(String before, @Nullable Mention mention) {
    if (mention == null) {
      return null;
    }
    String text = plain(mention.text());
    return before + (mention.url() == null ? text : "[" + text + "](<" + mention.url() + ">)");
  }

  /// Every sign that could be markup stands for itself.
  private static String plain(String text) {
    return text.replaceAll("\\p{Punct}", "\\\\$0");
  }
}
