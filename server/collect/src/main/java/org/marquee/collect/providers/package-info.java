/// The file `providers.yaml`: which feeds are collected, from where and when, and when backups are
/// made (docs/collecting.md).
///
/// Reads the file and names its faults with their lines. Never fetches anything. Start reading at
/// [ProvidersFile]; [ProviderItem] reads one provider.
@NullMarked
package org.marquee.collect.providers;

import org.jspecify.annotations.NullMarked;
