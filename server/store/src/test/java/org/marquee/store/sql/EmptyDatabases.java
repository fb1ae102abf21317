package org.marquee.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.NullMarked;

/// Databases without content that tests use one after the other.
///
/// To empty one takes milliseconds. A new one takes a third of a second of processor time, most of
/// it in its first import, which makes the temporary tables of its connection.
@NullMarked
public final class EmptyDatabases {
  private static final Queue<Database> EMPTY = new ConcurrentLinkedQueue<>();
  private static final Map<Database, TestDatabase> MADE = new ConcurrentHashMap<>();

  /// Keeps the rows that migrations write, and notes which rows of the catalog say how the tables
  /// are made: each statement that changes tables writes such rows anew.
  private static final String KEEP =
      """
      create schema initial;
      create view initial.made as
      select string_agg(n || ' ' || version, ',') from (
        select count(*), sum(xmin::text::bigint) from pg_class where relnamespace = 'public'::regnamespace
        union all select count(*), sum(a.xmin::text::bigint) from pg_attribute a
          join pg_class c on c.oid = attrelid where relnamespace = 'public'::regnamespace
        union all select count(*), sum(t.xmin::text::bigint) from pg_trigger t
          join pg_class c on c.oid = tgrelid where relnamespace = 'public'::regnamespace
        union all select count(*), sum(xmin::text::bigint) from pg_constraint where connamespace = 'public'::regnamespace
        union all select count(*), sum(xmin::text::bigint) from pg_proc where pronamespace = 'public'::regnamespace
        union all select count(*), sum(s.xmin::text::bigint) from pg_db_role_setting s
          join pg_database d on d.oid = setdatabase where datname = current_database()
      ) as t (n, version);
      create table initial.made_then as table initial.made;
      create table initial.counted as select sequencename, last_value from pg_sequences where schemaname = 'public';
      do $$
      declare
        name text;
        filled boolean;
      begin
        for name in select tablename from pg_tables where schemaname = 'public' and tablename not like 'flyway%' loop
          execute format('select exists (select from public.%I)', name) into filled;
          if filled then
            execute format('create table initial.%1$I as table public.%1$I', name);
          end if;
        end loop;
      end $$
      """;

  /// Fails if somebody still works in it, if its tables were changed, or if it would slow down who
  /// comes next.
  private static final String EMPTY_IT =
      """
      do $$
      declare
        name text;
      begin
        assert (table initial.made) = (table initial.made_then), 'its tables were changed';
        assert pg_relation_size('showtime') < 2000000, 'it is too large';
        assert (
          select bool_and(state = 'idle' or pid = pg_backend_pid()) from pg_stat_activity
          where datname = current_database() and backend_type = 'client backend'), 'it is in use';
        assert not exists (
          select from pg_locks join pg_database d on d.oid = database
          where datname = current_database() and pid <> pg_backend_pid()), 'it is locked';
        set local session_replication_role = replica; -- no triggers
        for name in select tablename from pg_tables where schemaname = 'public' and tablename not like 'flyway%' loop
          execute format('delete from public.%I', name);
        end loop;
        for name in select tablename from pg_tables where schemaname = 'initial' and tablename not in ('made_then', 'counted') loop
          execute format('insert into public.%1$I overriding system value table initial.%1$I', name);
        end loop;
        perform setval(format('public.%I', s.sequencename)::regclass, coalesce(c.last_value, start_value), c.last_value is not null)
        from pg_sequences s join initial.counted c on c.sequencename = s.sequencename where schemaname = 'public';
      end $$
      """;

  private EmptyDatabases() {}

  /// One with all tables in it, for the caller alone.
  public static Database take() {
    Database used = EMPTY.poll();
    if (used != null) {
      return used;
    }
    TestDatabase made = MigratedDatabase.create().lasting();
    made.execute(KEEP);
    Database open = MigratedDatabase.open(made);
    MADE.put(open, made);
    return open;
  }

  /// Where one is that was taken, for who connects to it in another way.
  public static TestDatabase place(Database taken) {
    return Objects.requireNonNull(MADE.get(taken), "none of these databases");
  }

  /// Empties it for the next one, or closes it where that fails.
  public static void giveBack(Database used) {
    try {
      empty(used);
    } catch (SQLException _) {
      MADE.remove(used);
      used.close();
      return;
    }
    EMPTY.add(used);
  }

  /// Leaves what the migrations made.
  ///
  /// @throws SQLException if that is not certain
  static void empty(Database used) throws SQLException {
    try (Connection connection = used.pool().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(EMPTY_IT);
    }
  }
}
