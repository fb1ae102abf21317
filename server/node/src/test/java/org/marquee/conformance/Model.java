package org.marquee.conformance;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.marquee.conformance.Listed.Called;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The records that must be published after some feeds: applies the rules of docs/feeds.md to maps,
/// one line at a time. Its feeds must be valid.
final class Model {
  /// The records of each kind, in the order of the feeds.
  private final Map<String, Map<Called, Listed>> records = new HashMap<>();

  private final Map<Called, Listed> heldBack = new LinkedHashMap<>();

  List<Listed> all(String kind, Predicate<Listed> which) {
    List<Listed> all = new ArrayList<>();
    for (Listed each : of(kind).values()) {
      if (which.test(each)) {
        all.add(each);
      }
    }
    return all;
  }

  List<Listed> all(String kind) {
    return all(kind, _ -> true);
  }

  /// The keys of all records.
  Set<Called> keys() {
    Set<Called> keys = new LinkedHashSet<>();
    records.values().forEach(each -> keys.addAll(each.keySet()));
    return keys;
  }

  private Map<Called, Listed> of(String kind) {
    return records.computeIfAbsent(kind, _ -> new LinkedHashMap<>());
  }

  private boolean has(Called key) {
    return of(key.kind()).containsKey(key);
  }

  private void put(Called key, Listed record) {
    of(key.kind()).put(key, record);
  }

  private void remove(Called key) {
    of(key.kind()).remove(key);
  }

  void apply(Feed feed) {
    Map<Called, Listed> listed = new LinkedHashMap<>();
    List<Called> withdrawn = new ArrayList<>();
    for (ObjectNode line : feed.lines()) {
      String type = line.get("type").asString();
      String externalId = line.get("externalId").asString();
      if (type.equals("withdrawn")) {
        withdrawn.add(Called.of(line.get("kind").asString(), feed.provider(), externalId));
        continue;
      }
      String cinema = type.equals("screen") ? line.get("cinema").asString() : "";
      Called key = new Called(type, feed.provider(), cinema, externalId);
      listed.put(
          key,
          new Listed(key, line, feed.observedAt(), feed.sourceUpdatedAt(), null, null, null, true));
    }
    boolean full = feed.mode().equals("full");
    Map<Called, Listed> waiting = new LinkedHashMap<>();
    heldBack
        .values()
        .removeIf(each -> {
          boolean ours = each.key().provider().equals(feed.provider());
          boolean past =
              each.key().kind().equals("showtime") && each.start().isBefore(feed.observedAt());
          if (ours && (past || !full) && !listed.containsKey(each.key())) {
            waiting.put(each.key(), each);
          }
          return ours;
        });
    waiting.putAll(listed);
    waiting.values().forEach(each -> takeIn("chain", each));
    waiting.values().forEach(each -> takeIn("cinema", each));
    waiting.values().forEach(each -> takeIn("film", each));
    waiting.values().forEach(each -> takeIn("screen", each));
    waiting.values().forEach(each -> takeIn("showtime", each));
    withdrawn.forEach(this::remove);
    if (full) {
      forgetUnlisted(feed, listed);
    }
  }

  private void takeIn(String kind, Listed each) {
    if (!each.key().kind().equals(kind)) {
      return;
    }
    boolean complete =
        switch (kind) {
          case "cinema" -> each.line().get("location").has("postcode");
          case "film" -> each.line().has("title");
          case "screen" -> has(each.key().sibling("cinema", each.key().cinema()));
          case "showtime" -> has(each.cinema()) && has(each.film());
          default -> true;
        };
    if (!complete) {
      heldBack.put(each.key(), each);
    } else {
      put(each.key(), kind.equals("showtime") ? placed(each) : each);
    }
  }

  /// A showtime with its cinema's zone and its screen, which counts as mentioned.
  private Listed placed(Listed showtime) {
    Listed cinema = record(showtime.cinema());
    String zone = cinema.line().has("timeZone") ? cinema.text("timeZone") : null;
    JsonNode mention = showtime.line().get("screen");
    Called screen = mention == null ? null : screen(showtime, mention);
    if (screen == null || mention == null) {
      return new Listed(
          showtime.key(),
          showtime.line(),
          showtime.observedAt(),
          showtime.sourceUpdated(),
          zone,
          null,
          null,
          false);
    }
    Listed known = of(screen.kind()).get(screen);
    if (known == null) {
      ObjectNode made = Feed.JSON.createObjectNode().put("name", mention.get("name").asString());
      known = new Listed(screen, made, showtime.observedAt(), null, null, null, null, false);
    }
    put(screen, known.seen(showtime.observedAt(), showtime.sourceUpdated()));
    return new Listed(
        showtime.key(),
        showtime.line(),
        showtime.observedAt(),
        showtime.sourceUpdated(),
        zone,
        screen,
        mention.has("name") ? mention.get("name").asString() : known.name(),
        false);
  }

  private Called screen(Listed showtime, JsonNode mention) {
    String cinema = showtime.text("cinema");
    String provider = showtime.key().provider();
    if (mention.has("externalId")) {
      return new Called("screen", provider, cinema, mention.get("externalId").asString());
    }
    String folded = Reckoning.fold(mention.get("name").asString());
    Called first = null;
    for (Listed each : all("screen")) {
      Called key = each.key();
      if (each.inventory()
          && key.provider().equals(provider)
          && key.cinema().equals(cinema)
          && Reckoning.fold(each.name()).equals(folded)
          && (first == null || Reckoning.byCodePoint(key.externalId(), first.externalId()) < 0)) {
        first = key;
      }
    }
    return first != null ? first : new Called("screen", provider, cinema, folded);
  }

  Listed record(Called key) {
    Listed found = of(key.kind()).get(key);
    if (found == null) {
      throw new IllegalStateException("nothing at " + key);
    }
    return found;
  }

  private void forgetUnlisted(Feed feed, Map<Called, Listed> listed) {
    Predicate<Listed> unlisted =
        each -> each.key().provider().equals(feed.provider()) && !listed.containsKey(each.key());
    forget("showtime", each -> unlisted.test(each) && !each.start().isBefore(feed.observedAt()));
    forget(
        "film",
        each -> unlisted.test(each) && all("showtime", s -> s.film().equals(each.key())).isEmpty());
    forget(
        "cinema",
        each ->
            unlisted.test(each) && all("showtime", s -> s.cinema().equals(each.key())).isEmpty());
    forget("screen", each -> !has(each.key().sibling("cinema", each.key().cinema())));
    forget(
        "chain",
        each -> unlisted.test(each) && all("cinema", c -> each.key().equals(c.chain())).isEmpty());
  }

  private void forget(String kind, Predicate<Listed> which) {
    all(kind, which).forEach(each -> remove(each.key()));
  }

  /// The newest observation of a kind of record.
  Instant newest(String kind) {
    return all(kind).stream().map(Listed::observedAt).max(Instant::compareTo).orElseThrow();
  }
}
