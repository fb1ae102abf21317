/// Facts beside a record: what the specification's records do not have, and some sources say
/// (docs/api.md, "Details").
///
/// Knows nothing of feeds, tables and HTTP: they follow from the table of members. Start reading at
/// [Detail].
@NullMarked
package org.marquee.detail;

import org.jspecify.annotations.NullMarked;
