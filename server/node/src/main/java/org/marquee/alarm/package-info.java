/// Finds out what is wrong, of the sources and of a node, and tells the operator once when that
/// begins and once when it ends (docs/alarms.md). Start reading at [AlarmWatch], which finds, and
/// [AlarmQueue], which sends. [DatabaseOutage] is about the database, which cannot queue what is
/// said of itself.
@NullMarked
package org.marquee.alarm;

import org.jspecify.annotations.NullMarked;
