import type { DecisionRecord, Receipt } from '@app/contracts/rules/decision-record.ts'
import { CHAIN_START, chainProblem } from '@app/contracts/rules/record-chain.ts'
import type pg from 'pg'
import { compare, countsOf, type Finding } from './finding.ts'
import type { MailSink } from './mail-sink.ts'
import { recordsOf, type StoryResult } from './story.ts'
import { REMINDER } from './story-reviews.ts'

interface Row {
  company: string
  body: string
  previousHash: string
  hash: string
}

interface End {
  company: string
  number: number
  hash: string
}

/**
 * Checks that the decision records of each company form an unbroken chain of hashes. The number and hash of the last record must be those
 * in the table `record_chain`.
 */
async function unbrokenChains(database: pg.Pool): Promise<Finding> {
  const { rows } = await database.query<Row>(`
    select company_id as company, body, previous_hash as "previousHash", hash from tasks.decision_record order by company_id, number`)
  const { rows: ends } = await database.query<End>(
    'select company_id as company, last_number as number, last_hash as hash from tasks.record_chain',
  )
  const records = Map.groupBy(rows, ({ company }) => company)
  const problems: string[] = []
  for (const { company, number, hash } of ends) {
    let end = CHAIN_START
    for (const record of records.get(company) ?? []) {
      const problem = await chainProblem(end, record, company)
      if (problem) problems.push(`${company}: ${problem}`)
      end = { number: end.number + 1, hash: record.hash }
    }
    if (end.number !== number || end.hash !== hash) problems.push(`${company}: the record ends with ${end.number} instead of ${number}`)
    records.delete(company)
  }
  return {
    what: 'unbroken chains of decision records',
    expected: ends.length,
    lost: problems.length,
    doubled: records.size,
    differing: problems,
  }
}

/** Checks that each decision in a story (`story.ts`) has one decision record. */
async function recordedOnce(database: pg.Pool, stories: readonly StoryResult[]): Promise<Finding> {
  const expected = new Map(
    stories.flatMap((story) => Object.entries(recordsOf(story)).map(([kind, count]) => [`${story.companyId} ${kind}`, count] as const)),
  )
  const records = `select company_id || ' ' || (body::jsonb ->> 'kind') as key, count(*) from tasks.decision_record group by 1`
  return compare('records of decisions', await countsOf(database, records), expected)
}

/**
 * Checks the receipts that owners have received: one for each launch and each undone launch, and one for each decision through a review
 * link. Each receipt must have the number and hash of the stored record.
 */
export async function receiptsOnce(database: pg.Pool, { ownersMails }: MailSink): Promise<Finding> {
  const decided = await countsOf(
    database,
    `select company_id || ' ' || number || ' ' || hash as key, count(*) from tasks.decision_record
    where body::jsonb ->> 'kind' in ('launch', 'undo-launch')
      or (body::jsonb ->> 'channel' = 'review-link' and body::jsonb ->> 'kind' in ('approve', 'refer-back', 'undo'))
    group by 1`,
  )
  const received = new Map<string, number>()
  for (const { receipt } of ownersMails) {
    if (!receipt) continue
    const { body, hash } = JSON.parse(receipt) as Receipt
    const { company, number } = JSON.parse(body) as DecisionRecord
    const key = `${company} ${number} ${hash}`
    received.set(key, (received.get(key) ?? 0) + 1)
  }
  return compare('receipts of launches, undone launches, and links', received, decided)
}

/**
 * Checks that each owner with a review link (`review` in `story.ts`) has received one reminder, and that no other owner has received a
 * reminder.
 */
function remindedOnce(stories: readonly StoryResult[], { ownersMails }: MailSink): Finding {
  const received = Map.groupBy(
    ownersMails.filter(({ subject }) => REMINDER.test(subject)),
    ({ to }) => to,
  )
  const counts = new Map([...received].map(([owner, mails]) => [owner, mails.length]))
  const expected = new Map(stories.flatMap(({ email, review }) => (review ? [[email, 1]] : [])))
  return compare('reminders, by owner', counts, expected)
}

/**
 * Checks decision records, receipts and reminders. If stories (`story.ts`) ran on a release without decision records, checks only that the
 * chains of records are unbroken.
 */
export async function auditRecords(database: pg.Pool, stories: readonly StoryResult[], sink: MailSink): Promise<Finding[]> {
  const chains = await unbrokenChains(database)
  if (stories.some(({ features }) => !features.hasRecord)) return [chains]
  return [chains, await recordedOnce(database, stories), await receiptsOnce(database, sink), remindedOnce(stories, sink)]
}
