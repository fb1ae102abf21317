/// Records in other forms than JSON: CSV, lines of JSON, linked data (docs/api.md, "Other shapes").
///
/// Every form is made of the JSON, so that all have the same values. Start reading at [RowForm].
@NullMarked
package org.marquee.v1.representation;

import org.jspecify.annotations.NullMarked;
