/// What every page is made of: the request as pages see it, texts in each language, the frame
/// around a page, its files, its answer.
///
/// Knows no page, and never what one shows. Start reading at [SitePage] and [Visit], which it gets;
/// [PageResponses] makes answers of what it says, [Words] has the texts.
@NullMarked
package org.marquee.site.frame;

import org.jspecify.annotations.NullMarked;
