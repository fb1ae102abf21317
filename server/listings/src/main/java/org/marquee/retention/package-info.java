/// How long is kept what is not listings: reports, raw input, the history of runs, the change log,
/// the audit.
///
/// Owns the settings and their defaults. Never deletes anything: `app.feed.Cleaning` runs what
/// does, `archive.RawInputArchive` in the home and `store.run.PostgresCleaning` in the database.
/// Start reading at [Retention].
@NullMarked
package org.marquee.retention;

import org.jspecify.annotations.NullMarked;
