/// The ways to send an alarm: a signed webhook, mail, a command. Knows neither what a message is
/// about nor when to try again. Start reading at [Channel].
@NullMarked
package org.marquee.alarm.channel;

import org.jspecify.annotations.NullMarked;
