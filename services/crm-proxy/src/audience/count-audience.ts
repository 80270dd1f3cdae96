import type { Reader } from '@app/chassis/http/auth.ts'
import type { ValueOf } from '@app/contracts/define.ts'
import type * as contract from '@app/contracts/http/customers.ts'
import type { Audience } from '@app/contracts/rules/campaigns.ts'
import { listCustomers } from '../customers/list-customers.ts'
import type { CrmDeps } from '../deps.ts'
import { noneSkipped, peopleIn } from './people.ts'

type Counted = ValueOf<(typeof contract.countAudience.schema.response)[200]>

/** Number of sample rows, which the campaign editor shows in previews. */
const SAMPLE = 5

export async function countAudience(deps: CrmDeps, owner: Reader, audience: Audience): Promise<Counted> {
  const { copy, problem } = await (await listCustomers(deps, owner, { fresh: false })).open()
  const skipped = noneSkipped()
  let customers = 0
  let leads = 0
  const sample: Counted['sample'] = []
  for await (const { row } of peopleIn(copy.rows, audience, skipped)) {
    if (row.Stage === 'Customer') customers += 1
    else leads += 1
    if (sample.length < SAMPLE) sample.push(row)
  }
  return { count: customers + leads, customers, leads, skipped, sample, asOf: copy.readAt, stale: problem !== null }
}
