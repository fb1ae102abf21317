/// Reports of imports as an operator gets them: files in the home, and their head on the terminal.
///
/// `notice` decides what a report says. Start reading at [Reports]; [ReportFolder] keeps the files.
@NullMarked
package org.marquee.app.report;

import org.jspecify.annotations.NullMarked;
