package org.marquee.client;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// A list of the service. A page is asked for when its first record is wanted, not before.
public final class Paged<T> implements Iterable<T> {
  private final Asking<T> asking;

  /// Asks for one page; null where nothing is said.
  @FunctionalInterface
  interface Asking<T> {
    Page<T> page(@Nullable String cursor, @Nullable Integer limit);
  }

  Paged(Asking<T> asking) {
    this.asking = asking;
  }

  /// All records, page by page. Each call begins anew.
  public Stream<T> stream() {
    return streamOf(iterator());
  }

  @Override
  public Iterator<T> iterator() {
    return new Records<>(new Pages<>(asking));
  }

  /// All pages, each with its freshness.
  public Stream<Page<T>> pages() {
    return streamOf(new Pages<>(asking));
  }

  /// The first page.
  ///
  /// @param limit records on the page
  public Page<T> page(int limit) {
    return asking.page(null, limit);
  }

  /// The page of a cursor.
  ///
  /// @param cursor of the page before
  /// @param limit records on the page
  public Page<T> page(String cursor, int limit) {
    return asking.page(cursor, limit);
  }

  /// A stream that takes no element before it is wanted, as a flat map of pages would.
  static <T> Stream<T> streamOf(Iterator<T> iterator) {
    int properties = Spliterator.ORDERED | Spliterator.NONNULL;
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(iterator, properties), false);
  }

  private static final class Pages<T> implements Iterator<Page<T>> {
    private final Asking<T> asking;
    private @Nullable String cursor;
    private boolean hasMore = true;

    Pages(Asking<T> asking) {
      this.asking = asking;
    }

    @Override
    public boolean hasNext() {
      return hasMore;
    }

    @Override
    public Page<T> next() {
      if (!hasMore) {
        throw new NoSuchElementException();
      }
      Page<T> page = asking.page(cursor, null);
      cursor = page.nextCursor();
      hasMore = page.hasMore();
      return page;
    }
  }

  private static final class Records<T> implements Iterator<T> {
    private final Iterator<Page<T>> pages;
    private @Nullable Iterator<T> page;

    Records(Iterator<Page<T>> pages) {
      this.pages = pages;
    }

    @Override
    public boolean hasNext() {
      return current().hasNext();
    }

    @Override
    public T next() {
      return current().next();
    }

    private Iterator<T> current() {
      Iterator<T> current = page;
      while (current == null || (!current.hasNext() && pages.hasNext())) {
        current = pages.next().items().iterator();
      }
      page = current;
      return current;
    }
  }
}
