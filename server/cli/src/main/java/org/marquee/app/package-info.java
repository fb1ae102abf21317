/// The program: finds the command that is typed, runs it, and says how it failed.
///
/// Never does the work of a command: those are in `app.feed`, `app.customer`, `app.editing`,
/// `app.status`, `app.backup` and `app.service`, by what they are about. The only package that may
/// see all others. Start reading at [Main].
@NullMarked
package org.marquee.app;

import org.jspecify.annotations.NullMarked;
