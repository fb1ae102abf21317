package org.marquee.collect.providers;

import java.net.URISyntaxException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.SourceTerms;
import org.marquee.listing.SourceTerms.Mention;

/// Reads whom a provider wants to be named, and its licence (docs/collecting.md, "Whom to name").
final class TermsItem {
  private TermsItem() {}

  static SourceTerms read(YamlDocument.Item provider) {
    return new SourceTerms(mention(provider, "attribution"), mention(provider, "licence"));
  }

  /// A text, or a text with an address.
  private static @Nullable Mention mention(YamlDocument.Item provider, String name) {
    if (!provider.has(name)) {
      return null;
    }
    if (provider.isText(name)) {
      String text = provider.needed(name);
      check(provider, name, text);
      return new Mention(text, null);
    }
    YamlDocument.Item item = Objects.requireNonNull(provider.item(name));
    String text = item.needed("text");
    if (!text.isEmpty()) {
      check(item, "text", text);
    }
    String url = item.text("url");
    if (url != null && !isAddress(url)) {
      item.fault(
          "url",
          "must begin with https://, name a host and no user, and have at most "
              + SourceTerms.LONGEST_URL
              + " characters");
    }
    item.end();
    return new Mention(text, url);
  }

  private static void check(YamlDocument.Item item, String name, String text) {
    if (text.isBlank()
        || !SourceTerms.TEXT_LENGTH.containsLengthOf(text)
        || text.codePoints().anyMatch(TermsItem::isControl)) {
      item.fault(
          name,
          "must have 1 to "
              + SourceTerms.TEXT_LENGTH.most()
              + " characters, none of them control characters or line breaks");
    }
  }

  private static boolean isControl(int letter) {
    int type = Character.getType(letter);
    return Character.isISOControl(letter)
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }

  private static boolean isAddress(String url) {
    try {
      return "https".equalsIgnoreCase(ProviderItem.address(url).getScheme())
          && url.length() <= SourceTerms.LONGEST_URL;
    } catch (URISyntaxException _) {
      return false;
    }
  }
}
