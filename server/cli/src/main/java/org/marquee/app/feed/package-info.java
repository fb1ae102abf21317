/// Commands that read feeds, and what reading needs: files and their options, reports that are
/// kept, proposed mappings.
///
/// Says what is read and where it goes; never what a feed means, which `feed` and `ingest` decide.
/// Start reading at [IngestCommand]; [Collecting] does the same by `providers.yaml`.
@NullMarked
package org.marquee.app.feed;

import org.jspecify.annotations.NullMarked;
