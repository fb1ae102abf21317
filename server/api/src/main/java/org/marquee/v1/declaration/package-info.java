/// What a declaration of an operation is made of (docs/api.md): paths, parameters and their types,
/// rules between them, records and their members, errors, forms of an answer.
///
/// Reads requests by a declaration. Never names an operation. Start reading at [Operation].
@NullMarked
package org.marquee.v1.declaration;

import org.jspecify.annotations.NullMarked;
