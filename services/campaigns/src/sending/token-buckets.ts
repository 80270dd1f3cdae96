import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

/** Maximum emails per second, for all replicas together. */
export interface SendingRates {
  relay: number
  company: number
}

export const RELAY = 'relay'

/** A bucket can hold the tokens of this many seconds at its rate, but at least one token. Each email takes one token. */
const BURST_SECONDS = 0.5
/** A provider's rate is not halved again within this time. Emails in progress may get the same response that led to the first halving. */
const HALVE_AGAIN_SECONDS = 10
const MIN_PER_SECOND = 0.1
const RAISE_AFTER_SECONDS = 30
const RAISE_BY = 1.25

export async function addTokenBuckets(db: QueryExecutorProvider, companyIds: readonly string[]): Promise<void> {
  await sql`insert into rate (name) select unnest(${companyIds}::text[]) on conflict do nothing`.execute(db)
}

/**
 * Returns common table expressions with the token buckets of the mail relay, the companies, and the providers that asked for a lower rate.
 * The rows are locked while a claim takes tokens. At the time `used_until`, a bucket is full again. If `used_until` is more than a minute
 * ahead, it was stored before the clock was set back. Such a bucket counts as full.
 */
export const tokenBuckets = (names: readonly string[], { relay, company }: SendingRates): RawBuilder<unknown> => sql`
  locked as materialized (
    select name, coalesce(per_second, case name when ${RELAY} then ${relay}::float8 else ${company}::float8 end) as per_second, used_until
    from rate where name = any(${[...new Set(names)]}::text[])
    order by name for update
  ), bucket as materialized (
    select name, per_second, used_from, greatest(0, floor(extract(epoch from now() - used_from) * per_second + burst + 0.001))::int as tokens from (
      select name, per_second, burst,
        case when used_until > now() + interval '1 minute' then now()
          else greatest(used_until, now()) end as used_from
      from locked cross join lateral (select greatest(1, per_second * ${BURST_SECONDS}) as burst) as most
    ) as filled
  )`

/** For each claimed email, takes one token from the buckets of the mail relay, the company and, if it has a bucket, the provider. */
export const takeTokens = sql`
  taken as (
    update rate set used_until = bucket.used_from + count / bucket.per_second * interval '1 second'
    from bucket join (
      select ${RELAY} as name, count(*) as count from due
      union all select company_id, count(*) from due group by company_id
      union all select provider, count(*) from due group by provider
    ) as used on used.name = bucket.name
    where rate.name = bucket.name and count > 0
  )`

/** Halves the rate of a provider that asked for a lower rate. `perSecond` is the unreduced rate. */
export async function halveRate(db: QueryExecutorProvider, provider: string, perSecond: number): Promise<void> {
  await sql`
    insert into rate (name, per_second) values (${provider}, ${perSecond / 2})
    on conflict (name) do update set per_second = greatest(${MIN_PER_SECOND}, rate.per_second / 2), changed_at = now()
    where rate.changed_at < now() - make_interval(secs => ${HALVE_AGAIN_SECONDS})`.execute(db)
}

/** Raises reduced rates by one step, and deletes the reduced rates that have reached `perSecond`. */
export async function raiseRates(db: QueryExecutorProvider, perSecond: number): Promise<void> {
  await sql`
    with raised as (
      update rate set per_second = per_second * ${RAISE_BY}, changed_at = now()
      where name <> ${RELAY} and changed_at < now() - make_interval(secs => ${RAISE_AFTER_SECONDS}) and per_second < ${perSecond}
    )
    delete from rate where name <> ${RELAY} and per_second >= ${perSecond}`.execute(db)
}
