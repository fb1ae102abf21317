/// The JSON of answers: records, programmes and their details, written by hand for speed.
///
/// Never chooses what an answer has, and knows nothing of HTTP. Start reading at
/// [JsonRecordEncoder].
@NullMarked
package org.marquee.page.json;

import org.jspecify.annotations.NullMarked;
