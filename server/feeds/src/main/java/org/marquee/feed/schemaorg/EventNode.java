package org.marquee.feed.schemaorg;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.evidence.Cancellations;

/// An event of the feed, with what it inherits: from the event it is a part of, and from the cinema
/// or film in whose description it stands.
///
/// @param event where it is described
record EventNode(Thing event) {
  private static final String[] WORKS = {"workPresented", "workFeatured"};

  /// Words for no subtitles. "no" is not Norwegian here.
  private static final List<String> NONE = List.of("none", "no", "false", "n/a", "-");

  private static final String[] PARTS = {"subEvent", "subEvents"};

  /// Broadcasts and deliveries are events of the vocabulary, but nothing that one goes to.
  private static final Pattern NOWHERE =
      Pattern.compile("(Publication|Broadcast|OnDemand|Delivery)Event");

  static boolean isEvent(Thing thing) {
    return thing.types().stream()
        .anyMatch(type ->
            (type.endsWith("Event") || type.equals("Festival") || type.equals("EventSeries"))
                && !NOWHERE.matcher(type).matches());
  }

  /// Whether a thing is an event of its own: not a mention of one, nor what other events are a part
  /// of.
  static boolean stands(Thing thing) {
    if (!isEvent(thing) || thing.isReference() || thing.role.equals("superEvent")) {
      return false;
    }
    boolean hasParts = thing.things(PARTS).stream().anyMatch(EventNode::isEvent);
    return !hasParts || (thing.is("ScreeningEvent") && thing.has("startDate"));
  }

  private @Nullable Thing whole() {
    return Stream.concat(
            event.things("superEvent").stream(),
            Stream.ofNullable(event.around).filter(EventNode::isEvent))
        .findFirst()
        .orElse(null);
  }

  /// The values of `names`: its own, or else those of the event that it is a part of.
  private List<Term> inherited(String... names) {
    List<Term> own = event.all(names);
    Thing whole = whole();
    return own.isEmpty() && whole != null ? whole.all(names) : own;
  }

  /// Where it is: its location, or else the cinema whose description contains it.
  List<Term> locations() {
    List<Term> locations = inherited("location");
    return !locations.isEmpty() || event.around == null || !event.around.is("MovieTheater")
        ? locations
        : List.of(event.around);
  }

  boolean isOnline() {
    List<Term> locations = locations();
    return Names.plain(String.valueOf(event.text("eventAttendanceMode")))
            .equals("OnlineEventAttendanceMode")
        || (!locations.isEmpty()
            && locations.stream()
                .allMatch(term -> term instanceof Thing thing && thing.is("VirtualLocation")));
  }

  /// The works shown; a film in whose description it stands is one.
  List<Thing> works() {
    List<Thing> works = Thing.among(inherited(WORKS));
    if (works.isEmpty()) {
      works = Thing.among(inherited("about")).stream().filter(work -> work.is("Movie")).toList();
    }
    Thing around = event.around;
    return works.isEmpty() && around != null && around.is("Movie") ? List.of(around) : works;
  }

  /// The only work shown; null where there are none or several, as on a double bill.
  @Nullable Thing work() {
    List<Thing> works = works();
    return works.size() == 1 ? works.getFirst() : null;
  }

  /// What is shown, by the name of the one work, or of the event itself.
  @Nullable String shown() {
    Thing work = work();
    String title = work == null ? null : work.text("name");
    if (title == null && works().isEmpty()) {
      List<Term> named = inherited(WORKS);
      title =
          named.size() == 1 && named.getFirst() instanceof Term.Literal(String text) ? text : null;
    }
    String name = title == null || title.isBlank() ? name() : title;
    return name == null ? null : Names.words(name);
  }

  @Nullable String name() {
    List<Term> names = inherited("name");
    return !names.isEmpty() && names.getFirst() instanceof Term.Literal(String text)
        ? Names.words(text)
        : null;
  }

  /// Whether it is clearly a showing of a film.
  ///
  /// @param inCinema whether it takes place in a cinema
  boolean isShowing(boolean inCinema) {
    List<String> kinds = new ArrayList<>(event.types());
    event.texts("additionalType").forEach(type -> kinds.add(Names.plain(type)));
    if (kinds.contains("ScreeningEvent") || works().stream().anyMatch(work -> work.is("Movie"))) {
      return true;
    }
    return inCinema && kinds.stream().allMatch("Event"::equals);
  }

  /// Why it will not take place as it is listed; null where it will.
  @Nullable String calledOff() {
    String status = event.texts("eventStatus").stream().findFirst().orElse("");
    String plain = Names.plain(status).toLowerCase(Locale.ROOT);
    if (plain.contains("cancel") || plain.contains("postponed") || plain.contains("movedonline")) {
      return status;
    }
    String name = name();
    return name != null && Cancellations.isCalledOff(name) ? name : null;
  }

  /// Where to book.
  @Nullable String booking() {
    Stream<String> offered =
        event.all("offers").stream()
            .flatMap(offer ->
                switch (offer) {
                  case Term.Literal(String text) -> Stream.of(text);
                  case Thing thing ->
                      Stream.concat(Stream.of(thing), thing.things("offers").stream())
                          .flatMap(each -> Stream.ofNullable(each.text("url")));
                });
    return Stream.concat(offered, event.texts("url").stream())
        .findFirst()
        .map(address -> WebAddresses.full(address, event.origin.base()))
        .orElse(null);
  }

  List<String> labels() {
    List<String> labels = new ArrayList<>(event.texts("videoFormat"));
    for (String keywords : event.texts("keywords")) {
      Stream.of(keywords.split("[,;|]", -1)).map(Names::words).forEach(labels::add);
    }
    for (String feature : event.texts("accessibilityFeature")) {
      labels.add(feature.replaceAll("(?<=[a-z])(?=[A-Z])", " "));
    }
    labels.removeIf(String::isBlank);
    return labels;
  }

  /// The languages of its subtitles, as they are written.
  Stream<String> subtitles() {
    return event.texts("subtitleLanguage").stream()
        .filter(language -> !NONE.contains(language.toLowerCase(Locale.ROOT)));
  }
}
