/// Measures the parts of an answer, each alone, with JMH. A benchmark of a package of the server is
/// in a package of the same name here. Start reading at [InsideBench].
@NullMarked
package org.marquee.bench.inside;

import org.jspecify.annotations.NullMarked;
