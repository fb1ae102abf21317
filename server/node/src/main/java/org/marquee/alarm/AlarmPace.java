package org.marquee.alarm;

import java.time.Duration;
import org.marquee.webhook.RetryPlan;

/// How often a node looks, and when it sends again.
///
/// @param looking between two looks at everything
/// @param sending between two looks at what is to be sent
/// @param away after which a database that cannot be reached is an alarm
/// @param quiet after which a trouble of a node that none has found is over
/// @param retry when a message is sent again
public record AlarmPace(
    Duration looking, Duration sending, Duration away, Duration quiet, RetryPlan retry) {
  public static final AlarmPace USUAL =
      new AlarmPace(
          Duration.ofSeconds(30),
          Duration.ofSeconds(2),
          Duration.ofSeconds(30),
          Duration.ofMinutes(2),
          new RetryPlan(Duration.ofSeconds(10), Duration.ofHours(4), Duration.ofDays(1)));
}
