package org.marquee.v1.representation;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonObject;
import org.marquee.json.ReadObject;

/// The details of a showing in the words of schema.org.
///
/// @param details as answers have them; each may be missing
record ShowingDetails(ReadObject details) {
  private static final Map<String, String> AVAILABILITY =
      Map.of("on_sale", "InStock", "few_left", "LimitedAvailability", "sold_out", "SoldOut");

  /// When a source says that it ends; null where none does.
  @Nullable String givenEnd() {
    ReadObject end = details.find("endsAt");
    return end != null && end.text("basis").equals("given") ? end.text("at") : null;
  }

  /// The languages that are spoken, or those of subtitles; null where no source says.
  @Nullable Object languages(String which) {
    ReadObject version = details.find("version");
    return version == null ? null : oneOrAll(version.members().get(which));
  }

  /// How it is shown; null where no source says.
  @Nullable Object format() {
    return oneOrAll(details.members().get("formats"));
  }

  private static @Nullable Object oneOrAll(@Nullable Object items) {
    return items instanceof List<?> list && list.size() == 1 ? list.getFirst() : items;
  }

  boolean isFree() {
    ReadObject price = details.find("price");
    return price != null && price.members().containsKey("free");
  }

  /// The offer of tickets; null where nothing is known of it.
  ///
  /// @param address where they are sold
  @Nullable JsonObject offer(@Nullable String address) {
    ReadObject availability = details.find("availability");
    ReadObject price = details.find("price");
    if (address == null && availability == null && price == null) {
      return null;
    }
    Object from = price == null ? null : price.members().get("from");
    Object to = price == null ? null : price.members().get("to");
    boolean isRange = from != null && to != null && !from.equals(to);
    String status = availability == null ? null : AVAILABILITY.get(availability.text("status"));
    return JsonObject.of("@type", isRange ? "AggregateOffer" : "Offer")
        .with("url", address)
        .with("availability", status == null ? null : "https://schema.org/" + status)
        .with("lowPrice", isRange ? from : null)
        .with("highPrice", isRange ? to : null)
        .with("price", isRange ? null : isFree() ? (Object) 0 : from == null ? to : from)
        .with("priceCurrency", price == null ? null : price.findText("currency"));
  }
}
