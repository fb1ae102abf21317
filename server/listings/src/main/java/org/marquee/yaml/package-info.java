/// YAML files whose faults are reported with their place: mappings and `providers.yaml`.
///
/// Never gives a type to a scalar: all are text. Start reading at [Yaml].
@NullMarked
package org.marquee.yaml;

import org.jspecify.annotations.NullMarked;
