/// Pages for people: what is published, as HTML without a key.
///
/// A page is made of answers of the interface ([org.marquee.v1.Answers]), so that it shows what
/// programs get, and names the requests that it is made of. It never asks the database for a record
/// by itself, and keeps nothing about a visitor.
///
/// Start with [Site], the list of pages, then [CinemaPage].
@NullMarked
package org.marquee.site;

import org.jspecify.annotations.NullMarked;
