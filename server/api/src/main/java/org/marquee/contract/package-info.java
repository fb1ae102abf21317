/// What the interface promises, for programs and for people: the OpenAPI document, and the
/// reference and the guide in Markdown.
///
/// Writes all of it from the declarations of [org.marquee.v1]. Never states a limit, a parameter or
/// an error of its own, and never reads the listings. Start reading at [Contract].
@NullMarked
package org.marquee.contract;

import org.jspecify.annotations.NullMarked;
