/// The command `doctor`: checks of an installation from outside: machine, files, ports, database,
/// data. Never changes anything.
///
/// Judges by the rules of those who warn while the service runs. Start reading at [DoctorCommand],
/// which lists the checks; each makes a [Finding].
@NullMarked
package org.marquee.app.doctor;

import org.jspecify.annotations.NullMarked;
