package org.marquee.store.audit;

/// The changes that are audited, by the record that they change.
public enum Audited {
  ORGANIZATION_CREATE("organization.create", StateQueries.ORGANIZATION),
  ORGANIZATION_SUSPEND("organization.suspend", StateQueries.ORGANIZATION),
  ORGANIZATION_RESUME("organization.resume", StateQueries.ORGANIZATION),
  ENTITLEMENT_GRANT("entitlement.grant", StateQueries.ENTITLEMENT),
  ENTITLEMENT_REVOKE("entitlement.revoke", StateQueries.ENTITLEMENT),
  KEY_CREATE("key.create", StateQueries.KEY),
  KEY_ROTATE("key.rotate", StateQueries.KEY),
  KEY_REVOKE("key.revoke", StateQueries.KEY),
  PLAN_CREATE("plan.create", StateQueries.PLAN),
  PLAN_CHANGE("plan.change", StateQueries.PLAN),
  WEBHOOK_CREATE("webhook.create", StateQueries.WEBHOOK),
  WEBHOOK_ROTATE("webhook.rotate", StateQueries.WEBHOOK),
  WEBHOOK_RESUME("webhook.resume", StateQueries.WEBHOOK),
  WEBHOOK_REMOVE("webhook.remove", StateQueries.WEBHOOK),
  PROVIDER_RANK("provider.rank", StateQueries.PROVIDER),
  PROVIDER_LATE("provider.late", StateQueries.PROVIDER),
  PROVIDER_TERMS("provider.terms", StateQueries.PROVIDER),
  PROVIDER_REMOVE("provider.remove", StateQueries.TOLD),
  CORRECTION_MAKE("correction.make", StateQueries.CORRECTIONS),
  CORRECTION_UNDO("correction.undo", StateQueries.CORRECTIONS),
  IMPORT_UNDO("import.undo", StateQueries.TOLD),
  RUN_FORGET("run.forget", StateQueries.TOLD),
  DATABASE_RESTORE("database.restore", StateQueries.TOLD);

  private final String word;
  private final String state;

  Audited(String word, String state) {
    this.word = word;
    this.state = state;
  }

  /// The kind of the record and what is done to it, as the audit says it.
  public String word() {
    return word;
  }

  /// A query for the record `:id` as JSON, or no row.
  String state() {
    return state;
  }

  private static final class StateQueries {
    static final String ORGANIZATION = "select to_jsonb(r) from organization r where name = :id";
    static final String ENTITLEMENT =
        "select to_jsonb(r) from entitlement r where organization = :id";
    static final String PLAN = "select to_jsonb(r) from plan r where name = :id";

    /// With the key in its place, which `key rotate` makes at the same time.
    static final String KEY =
        """
        select to_jsonb(r) - 'hash' || coalesce(
          (select jsonb_build_object('replacement', to_jsonb(n) - 'hash') from api_key n where n.id = r.replaced_by), '{}')
        from api_key r where id = :id
        """;

    /// Neither its secrets, nor what may be one in its address, nor how far it has come.
    static final String WEBHOOK =
        """
        select jsonb_build_object('organization', organization, 'url', substring(url from '^[^/]*//[^/?#]*'), 'kinds', kinds,
          'film', film, 'cinema', cinema, 'latitude', latitude, 'longitude', longitude,
          'kilometres', kilometres, 'old_until', old_until, 'off_since', disabled_at)
        from webhook where id = :id
        """;

    /// What is set of a provider, which need not have any record yet.
    static final String PROVIDER =
        """
        select jsonb_build_object('rank', coalesce((select rank from provider where name = n.id), 0),
          'never_renewed', exists (select from never_renewed where provider = n.id),
          'late_after_seconds', (select seconds from lateness where provider = n.id),
          'terms', (select to_jsonb(t) - 'provider' from source_terms t where t.provider = n.id))
        from (select :id::text as id) n
        """;

    /// All corrections of a record, by their numbers.
    static final String CORRECTIONS =
        """
        select jsonb_object_agg(id, jsonb_build_object('what', what, 'value', value, 'note', note, 'by', made_by))
        from correction where record = :id having count(*) > 0
        """;

    /// More than one record: the change itself tells what it was and is ([Audit#note]).
    static final String TOLD = "select jsonb_build_object('id', :id::text)";

    private StateQueries() {}
  }
}
