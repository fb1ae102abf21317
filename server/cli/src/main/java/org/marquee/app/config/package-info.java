/// What the environment and `marquee.yaml` say of the settings (docs/configuration.md).
///
/// Knows no setting itself: the options of `serve` are the settings. Never reads the command line,
/// whose options come before both. Start reading at [Configuration].
@NullMarked
package org.marquee.app.config;

import org.jspecify.annotations.NullMarked;
