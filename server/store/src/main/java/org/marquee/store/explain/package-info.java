/// Reads why a record is published as it is (docs/matching.md, "Why a record is as it is").
///
/// Changes nothing, and decides nothing: what it says of rules it asks the rules of imports. Start
/// reading at [PostgresExplanations].
@NullMarked
package org.marquee.store.explain;

import org.jspecify.annotations.NullMarked;
