/// What all answers have: who is admitted, envelopes, records in JSON, errors, tags, preconditions,
/// and answers that are kept.
///
/// Never chooses an operation. Start reading at [Gateway] for the way in, at [Finishing] for the
/// way out.
@NullMarked
package org.marquee.v1.answer;

import org.jspecify.annotations.NullMarked;
