package org.marquee.v1.operation;

import java.util.List;
import org.marquee.listing.Bounds;
import org.marquee.v1.declaration.Member;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.PathTemplate;
import org.marquee.v1.declaration.Question;
import org.marquee.v1.declaration.RecordType;
import org.marquee.v1.declaration.Schema;

/// "Get your usage" (docs/api.md, "Your usage").
public final class UsageOperation {
  private static final Bounds NAME = new Bounds(1, 80);

  private static final RecordType RATE =
      new RecordType(
          "UsageRate",
          "The rate that all keys of the organization share.",
          Member.required(
              "limit",
              new Schema.Whole(new Bounds(1, Integer.MAX_VALUE)),
              600,
              "Requests in a window, which may be made at once."),
          Member.required(
              "windowSeconds",
              new Schema.Count(),
              60L,
              "In so many seconds all of them are there again, evenly."),
          Member.required("remaining", new Schema.Count(), 598L, "Requests that are left now."));

  private static final RecordType QUOTA =
      new RecordType(
          "UsageQuota",
          "The quota of a month that all keys of the organization share.",
          Member.required(
              "limit",
              new Schema.Count(),
              100_000L,
              "The plan's requests in a calendar month of UTC."),
          Member.required(
              "used", new Schema.Count(), 38_766L, "Requests of this month; a few seconds late."),
          Member.required(
              "renewsAt",
              new Schema.DateTime(),
              "2026-12-01T00:00:00Z",
              "When the next month begins. In UTC."));

  private static final RecordType DAY =
      new RecordType(
          "UsageDay",
          "What the key was used for on a day in UTC.",
          Member.required("date", new Schema.CalendarDate(), "2026-11-20", "The day, in UTC."),
          Member.required("requests", new Schema.Count(), 1200L, "All requests."),
          Member.required("notModified", new Schema.Count(), 300L, "Answers with 304."),
          Member.required("refused", new Schema.Count(), 2L, "Answers with 429."),
          Member.required(
              "errors", new Schema.Count(), 5L, "Other answers with a status of 400 and above."),
          Member.required(
              "bytes", new Schema.Count(), 4_800_000L, "Bytes of the answers, as they were sent."));

  private static final RecordType USAGE =
      new RecordType(
          "Usage",
          "What the key of the request is good for, and what it was used for.",
          Member.required("organization", new Schema.Text(NAME), "acme", "Whose key it is."),
          Member.required("plan", new Schema.Text(NAME), "standard", "The organization's plan."),
          Member.optionalNested(
              "rate", RATE, "What is left of the rate; without one there is no limit."),
          Member.optionalNested(
              "quota", QUOTA, "What is left of the month; without one there is no quota."),
          Member.list(
              "days",
              DAY,
              32,
              "The days of the last month on which the key was used, the earliest first."));

  /// Its declaration.
  public static final Operation OPERATION =
      new Operation(
          "getUsage",
          "Get your usage",
          "Gets the plan of the key of the request, what is left of the rate, and what the key was"
              + " used for on each day of the last month. It takes nothing from the rate, and needs"
              + " nothing to be left; a key may ask 60 times a minute. The days are a few seconds"
              + " late.",
          true,
          PathTemplate.of("/v1/usage"),
          List.of(),
          List.of(),
          new Operation.Answer.One(USAGE),
          _ -> new Question.Usage());

  private UsageOperation() {}
}
