/// Commands about what is stored: its state, its history, decisions and corrections of people, and
/// everything as files.
///
/// Never reads a feed. Start reading at [StatusCommand]; [MatchCommands] and [CorrectCommand]
/// change what is published.
@NullMarked
package org.marquee.app.record;

import org.jspecify.annotations.NullMarked;
