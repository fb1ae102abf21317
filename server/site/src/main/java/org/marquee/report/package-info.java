/// The report of an import or a check as a page of its own, and as a part of another page.
///
/// Start reading at [org.marquee.report.HtmlReport].
@NullMarked
package org.marquee.report;

import org.jspecify.annotations.NullMarked;
