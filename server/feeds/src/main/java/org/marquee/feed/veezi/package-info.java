/// Answers of Veezi's API, versions 1 and 4. Experimental.
///
/// Owns the members of its sessions, films, site, screens and attributes, and recognises which
/// answer a file is. Never asks the API itself. Start reading at [VeeziReader].
@NullMarked
package org.marquee.feed.veezi;

import org.jspecify.annotations.NullMarked;
