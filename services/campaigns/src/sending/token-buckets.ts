import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

/** Mails a second, of all replicas together. */
export interface SendingRates {
  /** That the relay takes. */
  relay: number
  /** That one company sends. */
  company: number
}

export const RELAY = 'relay'

/** Capacity of a bucket in seconds of its rate, and one mail at least. */
const BURST_SECONDS = 0.5
/** What was in flight when a provider said that it wants less says the same: counted once. */
const SLOW_AGAIN_SECONDS = 10
const LEAST_PER_SECOND = 0.1
const RAISE_AFTER_SECONDS = 30
const RAISE_BY = 1.25

/** Adds the token buckets of companies, unless they have one. */
export async function addTokenBuckets(db: QueryExecutorProvider, companyIds: readonly string[]): Promise<void> {
  await sql`insert into rate (name) select unnest(${companyIds}::text[]) on conflict do nothing`.execute(db)
}

/**
 * Common table expressions of the token buckets and the tokens they hold now: the relay's, those of the companies, and those of
 * providers that asked for fewer mails. Their rows are locked while a claim takes tokens. The table stores until when the tokens of a
 * bucket are used up, so that a bucket holds over replicas. A clock that was set back empties no bucket for long.
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

/** Takes a token out of the buckets for each claimed mail. */
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

/** Halves the rate of a provider that said it wants less. */
export async function halveRate(db: QueryExecutorProvider, provider: string, perSecond: number): Promise<void> {
  await sql`
    insert into rate (name, per_second) values (${provider}, ${perSecond / 2})
    on conflict (name) do update set per_second = greatest(${LEAST_PER_SECOND}, rate.per_second / 2), changed_at = now()
    where rate.changed_at < now() - make_interval(secs => ${SLOW_AGAIN_SECONDS})`.execute(db)
}

/** Raises what was slowed, until it is as fast as others. */
export async function raiseRates(db: QueryExecutorProvider, perSecond: number): Promise<void> {
  await sql`
    with raised as (
      update rate set per_second = per_second * ${RAISE_BY}, changed_at = now()
      where name <> ${RELAY} and changed_at < now() - make_interval(secs => ${RAISE_AFTER_SECONDS}) and per_second < ${perSecond}
    )
    delete from rate where name <> ${RELAY} and per_second >= ${perSecond}`.execute(db)
}
