/// What the interface promises, for programs and for people: the OpenAPI document, and the
/// reference and the guide in Markdown.
///
/// Serves what the tests have written from the declarations of [org.marquee.v1]; only what the
/// sources ask for is added while the program runs. Never reads the listings. Start reading at
/// [Contract].
@NullMarked
package org.marquee.contract;

import org.jspecify.annotations.NullMarked;
