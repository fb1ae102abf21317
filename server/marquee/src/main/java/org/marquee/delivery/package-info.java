/// Sends messages to where an operator or a customer wants them: signed webhooks, mail, commands.
/// Knows neither what a message is about nor when to try again. Start reading at [Channel].
@NullMarked
package org.marquee.delivery;

import org.jspecify.annotations.NullMarked;
