/// Commands that serve, and those that look at what would be served: settings as options, the demo,
/// the mock, tools for models.
///
/// Turns options into what `node` is started with; never answers a request itself. Start reading at
/// [ServeCommand], whose options are the settings.
@NullMarked
package org.marquee.app.service;

import org.jspecify.annotations.NullMarked;
