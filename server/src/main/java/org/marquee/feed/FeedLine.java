package org.marquee.feed;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attributes;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.title.ParsedTitle;

/// One line of a feed while its members are read and checked. A reader asks for each member once,
/// by what its absence or fault means: [#required], [#awaited] or [#optional]. What is found is
/// kept here until the fate of the line is known, and then told by [Intake#settle].
public final class FeedLine {
  private final Intake intake;
  private final Findings findings;
  private final Members members;

  /// What goes before the name of a member in notices: `location.` within a location.
  private final String path;

  FeedLine(Intake intake, Findings findings, Members members, String path) {
    this.intake = intake;
    this.findings = findings;
    this.members = members;
    this.path = path;
    findings.looked.add(this);
  }

  /// What was found about one line, the objects within it included.
  static final class Findings {
    final long line;
    final String type;
    final Supplier<String> place;
    final List<FeedLine> looked = new ArrayList<>(2);
    List<Notice> warnings = List.of();
    List<String> labels = List.of();

    /// Labels as they are written, where the feed's titles want to know of them.
    List<String> wordings = List.of();

    @Nullable Notice fault;

    Findings(long line, String type, Supplier<String> place) {
      this.line = line;
      this.type = type;
      this.place = place;
    }

    void heard(List<String> labels) {
      if (wordings.isEmpty()) {
        wordings = new ArrayList<>(4);
      }
      wordings.addAll(labels);
    }

    void warn(Notice notice) {
      if (warnings.isEmpty()) {
        warnings = new ArrayList<>(4);
      }
      warnings.add(notice);
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

  /// A member that the interface requires but that may arrive later: null where it is missing or
  /// empty, for the run to hold the record back. Where it breaks its limits, the line is refused.
  public <T> @Nullable T awaited(String name, Limit<T> limit) {
    Value value = members.ask(name);
    if (value == null || (value instanceof Value.Text(String text) && text.isEmpty())) {
      return null;
    }
    return sound(name, value, limit);
  }

  /// A member that may be missing, but without which nothing is to be guessed: where it breaks its
  /// limits, the line is refused.
  public <T> @Nullable T strict(String name, Limit<T> limit) {
    Value value = members.ask(name);
    return value == null ? null : sound(name, value, limit);
  }

  private <T> @Nullable T sound(String name, Value value, Limit<T> limit) {
    T read = limit.read(value);
    if (read == null) {
      refuse(Code.MEMBER_INVALID, value.shown(), quoted(name) + " must be " + limit.words());
    }
    return read;
  }

  /// A member that is dropped with a warning where it breaks its limits.
  public <T> @Nullable T optional(String name, Limit<T> limit) {
    Value value = members.ask(name);
    if (value == null) {
      return null;
    }
    T read = limit.read(value);
    if (read == null) {
      drop(name, value.shown(), "must be " + limit.words());
    }
    return read;
  }

  /// A member's meaning without any finding; null where it has none.
  public <T> @Nullable T glance(String name, Limit<T> limit) {
    Value value = members.ask(name);
    return value == null ? null : limit.read(value);
  }

  /// An object within this one; without members where it is missing. Where it is something else,
  /// the line is refused.
  public FeedLine part(String name) {
    Value value = members.ask(name);
    if (value != null && !(value instanceof Members)) {
      refuse(Code.MEMBER_INVALID, value.shown(), quoted(name) + " must be an object");
    }
    return within(name, value);
  }

  /// An object within this one; null where it is missing. What is no object is dropped with a
  /// warning.
  public @Nullable FeedLine optionalPart(String name) {
    Value value = members.ask(name);
    if (value == null || value instanceof Members) {
      return value == null ? null : within(name, value);
    }
    drop(name, value.shown(), "must be an object");
    return null;
  }

  private FeedLine within(String name, @Nullable Value value) {
    Members inner = value instanceof Members found ? found : new Members();
    return new FeedLine(intake, findings, inner, path + name + ".");
  }

  /// Directors, as the source writes them ([DirectorNames]); empty where nothing is said of them.
  public List<String> directors(String name) {
    List<String> directors = optional(name, DirectorNames.NAMES);
    return directors == null ? List.of() : directors;
  }

  /// A list without which the line is refused; null if it is.
  public @Nullable List<Value> requiredList(String name) {
    return required(name, Limits.LIST);
  }

  /// A list of attribute labels. What is no string is dropped with a warning; labels that mean
  /// nothing we know are counted.
  public Attributes attributes(String name) {
    List<Value> labels = optional(name, Limits.LIST);
    Attributes attributes = Attributes.NONE;
    if (labels == null) {
      return attributes;
    }
    for (Value label : labels) {
      if (label instanceof Value.Text(String text)) {
        attributes = attributes.and(label(text));
      } else {
        drop(name, label.shown(), "must hold labels, each a string");
      }
    }
    return attributes;
  }

  /// What a label means; one that means nothing we know is counted.
  public Attributes label(String text) {
    return label(List.of(text));
  }

  /// What a label means that has several wordings: what the first of them means that means
  /// anything; if none does, the first is counted.
  public Attributes label(List<String> wordings) {
    if (intake.titles().isListening()) {
      findings.heard(wordings);
    }
    for (String wording : wordings) {
      Attributes meaning = intake.vocabulary().attributes(wording).orElse(null);
      if (meaning != null) {
        return meaning;
      }
    }
    intake.sawUnknownLabel(wordings.getFirst(), findings.place);
    return Attributes.NONE;
  }

  /// The title in what a cinema writes as one ([Titles]); null where `raw` is. Where it breaks its
  /// limits, the line is refused. Labels around it that mean nothing we know are counted once the
  /// line is passed on, since several files of a feed may repeat a film.
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

  /// A member that some systems write empty where they have nothing to say; else as [#optional].
  public <T> @Nullable T unlessEmpty(String name, Limit<T> limit) {
    return isEmpty(name) ? null : optional(name, limit);
  }

  /// Whether a member is there and is a text that says nothing.
  public boolean isEmpty(String name) {
    return members.ask(name) instanceof Value.Text(String text) && text.isBlank();
  }

  /// Members that the format has and that say nothing to us.
  public void passOver(String... names) {
    for (String name : names) {
      members.ask(name);
    }
  }

  /// Whether a member is there and says something.
  public boolean has(String name) {
    return members.ask(name) != null;
  }

  /// Refuses the line for members that nobody asked for yet.
  public void refuseUnknownMembers() {
    members.eachUnknown(
        name -> refuse(Code.MEMBER_INVALID, "", quoted(name) + " is not known here"));
  }

  /// Refuses the line. The first fault is the one that is told.
  public void refuse(Code code, String read, String detail) {
    if (findings.fault == null) {
      findings.fault = new Notice(code, findings.place.get(), read, detail);
    }
  }

  /// Tells something that changes no line's fate, once the line has gone in.
  public void tell(Code code, String read, String detail) {
    findings.warn(new Notice(code, findings.place.get(), read, detail));
  }

  /// Tells that an optional member was dropped.
  ///
  /// @param rule what it does not keep, as it follows the member's name
  public void drop(String name, String read, String rule) {
    findings.warn(
        new Notice(
            Code.OPTIONAL_MEMBER_DROPPED, findings.place.get(), read, quoted(name) + " " + rule));
  }

  private String quoted(String name) {
    return '"' + path + name + '"';
  }

  Findings findings() {
    return findings;
  }

  void tellLabels() {
    findings.labels.forEach(this::label);
  }

  void tellUnknownMembers() {
    members.eachUnknown(
        name -> intake.sawUnknownMember(findings.type, path + name, findings.place));
  }
}
