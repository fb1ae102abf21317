/// Who may read, and how often: organizations, plans, entitlements, keys.
@NullMarked
package org.marquee.access;

import org.jspecify.annotations.NullMarked;
