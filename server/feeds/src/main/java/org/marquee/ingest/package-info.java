/// One import from its files to its report.
///
/// Owns the run: fetch, read, check, reconcile, report; and the port to what is stored, [Ledger].
/// Never uses SQL and depends on no format. Start reading at [Import]; the rules that decide are in
/// `ingest.rules` and `ingest.guard`.
@NullMarked
package org.marquee.ingest;

import org.jspecify.annotations.NullMarked;
