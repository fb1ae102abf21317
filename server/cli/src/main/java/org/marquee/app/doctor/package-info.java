/// The command `doctor`: checks of an installation from outside: machine, files, ports, database,
/// data. Never changes anything.
///
/// Where a running service has a limit for an alarm, the doctor uses the same one. Start reading at
/// [DoctorCommand], which lists the checks; each makes a [Finding].
@NullMarked
package org.marquee.app.doctor;

import org.jspecify.annotations.NullMarked;
