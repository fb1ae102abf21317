package org.marquee.ops;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What alarms there are, what each means for callers, and what to do about it. These texts are in
/// the messages and in docs/alarms.md.
public enum AlarmCode {
  LAST_IMPORT_REFUSED(
      Scope.SOURCE,
      "They go on getting what this source listed before.",
      "The message says why, and names the option that takes the feed all the same, if there is one. Else have the feed corrected, and import it again."),
  SOURCE_FAILED(
      Scope.SOURCE,
      "They go on getting what this source listed before.",
      "Check its address in `providers.yaml` and the server of the source. It is tried again on schedule."),
  SHOWTIMES_REFUSED(
      Scope.SOURCE,
      "They do not get these showtimes, or get what was listed before.",
      "The message has the commonest reason; `marquee status` names the run, whose report has each line. Have the feed corrected, or its mapping, and import it again."),
  STALE(
      Scope.SOURCE,
      "They get showtimes that may have changed since: `freshness` says how old they are.",
      "Ask the source for a newer feed, or set `renewed: never` if none is expected."),
  NOTHING_AHEAD(
      Scope.SOURCE,
      "They find no upcoming showtimes of this source.",
      "Import a feed of the coming days."),
  GUARDED(
      Scope.SOURCE,
      "They get the showtimes of these cinemas that were stored before, not what the last feed says.",
      "`marquee status` names the cinemas. Compare with what they say. Correct the feed, or import it with `--accept-shrink` if it is right."),
  HELD_BACK(
      Scope.SOURCE,
      "They do not get these records.",
      "See what is missing with `marquee cinemas review`, and add it."),
  QUOTA_LOW(
      Scope.INSTALLATION,
      "They notice nothing yet. When all is used, requests of this organization are 429 until the next month.",
      "Tell the organization, or raise its quota: `marquee plan change PLAN --quota N`, or `marquee entitlement grant NAME --plan PLAN`."),
  QUOTA_SPENT(
      Scope.INSTALLATION,
      "Requests of this organization are 429 until the next month; others notice nothing.",
      "Tell the organization, or raise its quota: `marquee plan change PLAN --quota N`, or `marquee entitlement grant NAME --plan PLAN`."),
  BACKUP_FAILED(
      Scope.INSTALLATION,
      "They notice nothing. What is newer than the last backup would be lost with this machine.",
      "See why in the message; make one now with `marquee backup FILE`."),
  DATABASE_AWAY(
      Scope.NODE,
      "They get answers from memory, which grow old, and 503 for what is not in memory. Nothing can be imported.",
      "Look at the log of the node and at PostgreSQL. The embedded one is started again by itself."),
  DISK_LOW(
      Scope.NODE,
      "They notice nothing yet. On a full disk no import succeeds, and the embedded database stops.",
      "Make room on the disk of the home, or keep less (`MARQUEE_KEEP_…`)."),
  NO_MEMORY(
      Scope.NODE,
      "They get what was in memory before, which grows old; where nothing was, 503.",
      "Give the machine more memory, or keep fewer days in it (`MARQUEE_DAYS_BACK`)."),
  DETAILS_LACKING(
      Scope.NODE,
      "`include=details` leaves out what sources say of some showtimes that are in memory.",
      "Find the source whose details differ from showtime to showtime, as texts with a number in each. Have it corrected, import it again, and start the node again without its checkpoint."),
  CLOCK_WRONG(
      Scope.NODE,
      "They may get the programme of another day, and receivers refuse signed webhooks.",
      "Set the clock of the machine by NTP."),
  PROVIDERS_FAULTY(
      Scope.NODE,
      "They notice nothing: the list of feeds before stays in use. A node that is started now does not start.",
      "Correct `providers.yaml`; `marquee doctor` shows its faults. It is read again at once."),
  CERTIFICATE(
      Scope.NODE,
      "They cannot connect once it has expired.",
      "Put a new certificate into its file; it is used at once."),
  TEST(Scope.NODE, "They notice nothing.", "Nothing: no message about its end follows.");

  private final Scope scope;
  private final String callers;
  private final String action;

  /// The thing that an alarm is about, and who finds it.
  public enum Scope {
    /// A source. Each node alike: one looks for all.
    SOURCE,
    /// What else all nodes share.
    INSTALLATION,
    /// A node only for itself.
    NODE
  }

  AlarmCode(Scope scope, String callers, String action) {
    this.scope = scope;
    this.callers = callers;
    this.action = action;
  }

  /// As in messages, such as `source_failed`.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// What it means for callers.
  public String callers() {
    return callers;
  }

  /// What to do about it.
  public String action() {
    return action;
  }

  /// The one of that word; empty where another version has made it.
  public static Optional<AlarmCode> find(String word) {
    return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
  }

  /// What it is of.
  public Scope scope() {
    return scope;
  }

  /// The words of those that are found so.
  public static List<String> of(Scope... scopes) {
    return Arrays.stream(values())
        .filter(each -> List.of(scopes).contains(each.scope))
        .map(AlarmCode::word)
        .toList();
  }
}
