package org.marquee.site.programme;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonTree;
import org.marquee.json.ReadObject;
import org.marquee.listing.ListedRecord;
import org.marquee.listing.Timestamps;
import org.marquee.site.frame.Words;

/// The details of a record in the words of a page (docs/api.md, "Details").
public record DetailWords(ReadObject details, Words words) {
  /// A page of a catalogue about a film.
  public record Link(String type, String url) {}

  /// The words for a record that was read with its details.
  public static DetailWords of(ListedRecord record, Words words) {
    return new DetailWords(details(record), words);
  }

  private static ReadObject details(ListedRecord record) {
    String json = record.details();
    return json == null ? new ReadObject(Map.of()) : ReadObject.of(JsonTree.own(json));
  }

  /// Whether no ticket is left for a showing.
  static boolean isSoldOut(ListedRecord showtime) {
    return "sold_out".equals(status(details(showtime)));
  }

  private static @Nullable String status(ReadObject details) {
    ReadObject availability = details.find("availability");
    return availability == null ? null : availability.findText("status");
  }

  public boolean isSoldOut() {
    return "sold_out".equals(status(details));
  }

  /// That few tickets are left, or none, and when the source said so: that changes soon. Null where
  /// no source says so.
  public @Nullable String tickets(Instant now) {
    String status = status(details);
    if (status == null || !List.of("sold_out", "few_left").contains(status)) {
      return null;
    }
    String observed = details.object("availability").findText("observedAt");
    String text = words.text("tickets." + status);
    return observed == null
        ? text
        : text + " (" + words.ago(Timestamps.read(observed).orElseThrow().instant(), now) + ")";
  }

  /// The end that a source gives; null where none does.
  static @Nullable Instant givenEnd(ListedRecord showtime) {
    ReadObject end = details(showtime).find("endsAt");
    return end == null || !end.text("basis").equals("given")
        ? null
        : Timestamps.read(end.text("at")).orElseThrow().instant();
  }

  /// Languages, formats and accessibility of a showing.
  public List<String> labels() {
    List<String> labels = new ArrayList<>();
    ReadObject version = details.find("version");
    if (version != null) {
      for (String flag : List.of("original", "dubbed")) {
        if (Boolean.TRUE.equals(version.members().get(flag))) {
          labels.add(words.text("version." + flag));
        }
      }
      for (String which : List.of("spoken", "subtitles")) {
        List<String> names = texts(version, which).stream().map(words::language).toList();
        if (!names.isEmpty()) {
          labels.add(words.text("version." + which, String.join(", ", names)));
        }
      }
    }
    labels.addAll(tags("formats"));
    labels.addAll(tags("accessibility"));
    return labels;
  }

  /// An open list, such as `accessibility`, in words where there are any.
  public List<String> tags(String member) {
    return texts(details, member).stream().map(words::tag).toList();
  }

  /// What a ticket costs; null where no source gives one.
  public @Nullable String price() {
    ReadObject price = details.find("price");
    if (price == null) {
      return null;
    }
    String currency = price.findText("currency");
    return currency == null
        ? words.text("price.free")
        : words.price(amount(price, "from"), amount(price, "to"), currency);
  }

  private static @Nullable BigDecimal amount(ReadObject price, String name) {
    return price.members().get(name) instanceof JsonTree.Numeral(String digits)
        ? new BigDecimal(digits)
        : null;
  }

  /// A text, such as `synopsis`; null where no source gives one.
  public @Nullable String text(String member) {
    return details.findText(member);
  }

  /// A list of names, such as `directors`; empty where no source gives one.
  public String names(String member) {
    return String.join(", ", texts(details, member));
  }

  private static List<String> texts(ReadObject from, String member) {
    return from.members().containsKey(member) ? from.texts(member) : List.of();
  }

  /// An address of the web; null where there is none.
  public @Nullable String website() {
    String url = text("websiteUrl");
    return url != null && isOfWeb(url) ? url : null;
  }

  /// The pages of catalogues.
  public List<Link> links() {
    return details.members().containsKey("links")
        ? details.objects("links").stream()
            .map(each -> new Link(words.tag(each.text("type")), each.text("url")))
            .filter(each -> isOfWeb(each.url()))
            .toList()
        : List.of();
  }

  private static boolean isOfWeb(String url) {
    return Stream.of("https://", "http://")
        .anyMatch(each -> url.regionMatches(true, 0, each, 0, each.length()));
  }

  /// The telephone number as an address has it.
  public String dialled() {
    return "tel:" + Objects.requireNonNullElse(text("telephone"), "").replaceAll("[^0-9+]", "");
  }
}
