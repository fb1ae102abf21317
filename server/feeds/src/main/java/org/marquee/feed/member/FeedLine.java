package org.marquee.feed.member;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.detail.Details;
import org.marquee.listing.Attributes;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.title.ParsedTitle;

/// One line of a feed while its members are read and checked. A reader asks for each member once.
/// The name of the method states what happens if the member is missing or not valid: [#required],
/// [#awaited] or [#optional]. Findings are kept until [Intake#settle] reports them.
public final class FeedLine {
  private static final Limit<String> LABEL =
      new Limit<>(
          "labels, each a string", value -> value instanceof Value.Text(String text) ? text : null);

  private final Intake intake;
  private final Findings findings;
  private final Members members;

  /// The prefix of member names in notices: `location.` within a location.
  private final String path;

  FeedLine(Intake intake, Findings findings, Members members, String path) {
    this.intake = intake;
    this.findings = findings;
    this.members = members;
    this.path = path;
    findings.parts.add(this);
  }

  /// The findings of one line, including the objects within it.
  static final class Findings {
    final long line;
    final String type;
    final Supplier<String> place;
    final List<FeedLine> parts = new ArrayList<>(2);
    final List<Notice> warnings = new ArrayList<>();
    List<String> labels = List.of();

    /// Labels as they are written, collected while the titles of the feed are learnt.
    final List<String> wordings = new ArrayList<>();

    /// What the labels of a showing say beside its attributes ([LabelFacts]).
    final Set<String> facts = new TreeSet<>();

    @Nullable Notice fault;

    Findings(long line, String type, Supplier<String> place) {
      this.line = line;
      this.type = type;
      this.place = place;
    }
  }

  /// A member without which the line is refused; null if it is.
  public <T> @Nullable T required(String name, Limit<T> limit) {
    Value value = members.ask(name);
    if (value == null) {
      refuse(Code.MEMBER_MISSING, "", quoted(name) + " is missing");
      return null;
    }
    return sound(name, value, limit);
  }

  /// A member that the interface requires but that may arrive later. Null if it is missing or
  /// empty; the run then holds the record back. If it is outside its limits, the line is refused.
  public <T> @Nullable T awaited(String name, Limit<T> limit) {
    return members.ask(name) instanceof Value.Text(String text) && text.isEmpty()
        ? null
        : strict(name, limit);
  }

  /// A member that may be missing. If it is outside its limits, the line is refused.
  public <T> @Nullable T strict(String name, Limit<T> limit) {
    Value value = members.ask(name);
    return value == null ? null : sound(name, value, limit);
  }

  private <T> @Nullable T sound(String name, Value value, Limit<T> limit) {
    T read = limit.of(value);
    if (read == null) {
      refuse(Code.MEMBER_INVALID, value.shown(), quoted(name) + " must be " + limit.words());
    }
    return read;
  }

  /// A member that is dropped with a warning if it is outside its limits.
  public <T> @Nullable T optional(String name, Limit<T> limit) {
    Value value = members.ask(name);
    if (value == null) {
      return null;
    }
    T read = limit.of(value);
    if (read == null) {
      drop(name, value.shown(), "must be " + limit.words());
    }
    return read;
  }

  /// The value of a member, without any finding; null if it is missing or not valid.
  public <T> @Nullable T glance(String name, Limit<T> limit) {
    return limit.of(members.ask(name));
  }

  /// An object within this one; empty if it is missing. If it is something else, the line is
  /// refused.
  public FeedLine part(String name) {
    Value value = members.ask(name);
    if (value != null && !(value instanceof Members)) {
      refuse(Code.MEMBER_INVALID, value.shown(), quoted(name) + " must be an object");
    }
    return within(name, value);
  }

  /// An object within this one; empty if it is missing. Anything else is dropped with a warning.
  public FeedLine optionalPart(String name) {
    Value value = members.ask(name);
    if (value != null && !(value instanceof Members)) {
      drop(name, value.shown(), "must be an object");
    }
    return within(name, value);
  }

  private FeedLine within(String name, @Nullable Value value) {
    Members inner = value instanceof Members found ? found : new Members();
    return new FeedLine(intake, findings, inner, path + name + ".");
  }

  /// Details that a reader puts together from what its format says.
  ///
  /// @param said with the names of the native feed (docs/feeds.md, "Details")
  public Details details(Kind kind, Members said) {
    return DetailMembers.read(within("details", said), kind);
  }

  /// Directors, as the source writes them ([DirectorNames]); empty if the source names none.
  public List<String> directors(String name) {
    List<String> directors = optional(name, DirectorNames.NAMES);
    return directors == null ? List.of() : directors;
  }

  /// The attributes that a list of labels stands for. Values that are not strings are dropped with
  /// a warning; unknown labels are counted.
  public Attributes attributes(String name) {
    return attributes(name, LABEL, List::of);
  }

  /// The attributes that a list stands for.
  ///
  /// @param item of each value; what is outside it is dropped with a warning
  /// @param wordings those of the label that a value stands for ([#label])
  public Attributes attributes(
      String name, Limit<String> item, Function<String, List<String>> wordings) {
    List<Value> labels = optional(name, Limits.LIST);
    Attributes attributes = Attributes.NONE;
    for (Value label : labels == null ? List.<Value>of() : labels) {
      String text = item.of(label);
      if (text == null) {
        drop(name, label.shown(), "must contain " + item.words());
      } else {
        attributes = attributes.and(label(wordings.apply(text)));
      }
    }
    return attributes;
  }

  /// The attributes that a label stands for, none where there is none; an unknown label is counted.
  public Attributes label(@Nullable String text) {
    return text == null ? Attributes.NONE : label(List.of(text));
  }

  /// The attributes of a label with several wordings: those of the first that means any. If none is
  /// known, the first is counted.
  public Attributes label(List<String> wordings) {
    return intake.labels().read(wordings, findings);
  }

  /// Notes what words around a title say of a showing beside its attributes.
  public void says(List<String> facts) {
    findings.facts.addAll(facts);
  }

  /// The title within a cinema's wording ([Titles]); null if `raw` is null. If it is outside its
  /// limits, the line is refused. Unknown labels around it are counted when the line is passed on:
  /// several files of a feed may repeat a film.
  ///
  /// @param name the member that it was read from
  public @Nullable ParsedTitle title(String name, @Nullable String raw) {
    if (raw == null) {
      return null;
    }
    ParsedTitle titled = intake.titles().clean(raw, intake.vocabulary());
    findings.labels = titled.labels();
    sound(name, new Value.Text(titled.title()), Limits.TITLE);
    return titled;
  }

  /// As [#optional], for a member that some systems write empty where they have no value.
  public <T> @Nullable T unlessEmpty(String name, Limit<T> limit) {
    return members.ask(name) instanceof Value.Text(String text) && text.isBlank()
        ? null
        : optional(name, limit);
  }

  /// Whether a member, which may be missing, is true.
  public boolean isSet(String name) {
    return Boolean.TRUE.equals(optional(name, Limits.FLAG));
  }

  /// Members of the format that Marquee does not use, with spaces between their names.
  public void passOver(String names) {
    for (String name : names.split(" ", -1)) {
      members.ask(name);
    }
  }

  /// All its members.
  public Members members() {
    return members;
  }

  /// Whether a member is there and is not null.
  public boolean has(String name) {
    return members.ask(name) != null;
  }

  /// Refuses the line for members that nobody asked for yet.
  public void refuseUnknownMembers() {
    members.eachUnknown(
        name -> refuse(Code.MEMBER_INVALID, "", quoted(name) + " is not known here"));
  }

  /// Refuses the line. Only the first fault is reported.
  public void refuse(Code code, String read, String detail) {
    if (findings.fault == null) {
      findings.fault = new Notice(code, findings.place.get(), read, detail);
    }
  }

  /// Adds a notice that does not change the outcome of the line; reported if the line is accepted.
  public void note(Code code, String read, String detail) {
    findings.warnings.add(new Notice(code, findings.place.get(), read, detail));
  }

  /// Adds a notice that an optional member was dropped.
  ///
  /// @param rule the limit that it breaks, as it follows the member's name
  public void drop(String name, String read, String rule) {
    findings.warnings.add(
        new Notice(
            Code.OPTIONAL_MEMBER_DROPPED, findings.place.get(), read, quoted(name) + " " + rule));
  }

  private String quoted(String name) {
    return '"' + path + name + '"';
  }

  Intake intake() {
    return intake;
  }

  Findings findings() {
    return findings;
  }

  void reportLabels() {
    findings.labels.forEach(this::label);
  }

  void reportUnknownMembers() {
    members.eachUnknown(
        name -> intake.countUnknownMember(findings.type, path + name, findings.place));
  }
}
