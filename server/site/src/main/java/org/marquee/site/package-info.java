/// Pages for people: what is published, as HTML without a key.
///
/// Knows which pages a port has, and has by itself only those that are about the service: the
/// documents, the notices, the files for robots. The others are in rooms of their own. It never
/// asks the database for a record by itself, and keeps nothing about a visitor.
///
/// Start with [Site], the list of pages; [org.marquee.site.programme.CinemaPage] is one of them.
@NullMarked
package org.marquee.site;

import org.jspecify.annotations.NullMarked;
