/// Commands that serve (`serve`, `demo`, `mock`, `mcp`), and those about settings and alarms.
///
/// Turns options into what `node` is started with; never answers a request itself. Start reading at
/// [ServeCommand], whose options are the settings.
@NullMarked
package org.marquee.app.service;

import org.jspecify.annotations.NullMarked;
