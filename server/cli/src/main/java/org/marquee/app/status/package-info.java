/// Commands about what is stored and what happened to it: sources and their age, runs, the audit,
/// providers.
///
/// Never reads a feed and corrects nothing. Start reading at [StatusCommand].
@NullMarked
package org.marquee.app.status;

import org.jspecify.annotations.NullMarked;
