/// Measures the parts of an answer, each alone, with JMH. What is measured in a package of the
/// server lies in a package of the same name here. Start reading at [InsideBench].
@NullMarked
package org.marquee.bench.inside;

import org.jspecify.annotations.NullMarked;
