/// What tests of all modules use: rounds of random tests, real feeds, golden files, processes, and
/// the order and the summary of a run. It knows nothing of Marquee.
@NullMarked
package org.marquee;

import org.jspecify.annotations.NullMarked;
