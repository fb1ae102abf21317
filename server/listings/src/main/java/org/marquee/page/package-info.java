/// Pages of records as they are sent, without HTTP: the output buffer, and the port [Pages] that
/// the snapshot and the database both implement. `page.json` writes the records.
///
/// Never knows where records are stored or how a request is read. Start reading at [Pages].
@NullMarked
package org.marquee.page;

import org.jspecify.annotations.NullMarked;
