import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import type { EventData } from '@app/contracts/define.ts'
import { DispatchReported } from '@app/contracts/events/campaigns.ts'
import type { CampaignDetail } from '@app/contracts/http/campaigns.ts'
import type { Dispatch } from '@app/contracts/http/dispatches.ts'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { finishDispatch } from '../src/dispatches/finish-dispatch.ts'
import { type Audiences, people, startAudiences, tickAt } from './audiences.ts'
import { createdCampaign, NOON, read, type Service, setUp, TOMORROW } from './setup.ts'

/** Returns a winter time in New York as ISO 8601. The default date is tomorrow. */
export const newYorkTime = (time: string, date = TOMORROW): string => `${date}T${time}:00-05:00`

export const firstDispatch = ({ dispatches: [dispatch] }: CampaignDetail): Dispatch => dispatch as Dispatch

type Outcome = EventData<typeof DispatchReported>['outcome']

/** Starts the service with a fake crm-proxy. Before each test, creates an owner and sets the clock to the day before the first dispatch. */
export function setUpStage() {
  const stage = {} as {
    service: Service
    audiences: Audiences
    owner: Awaited<ReturnType<typeof ownerWithCompany>>
  }
  beforeAll(async () => {
    stage.service = await setUp()
    stage.audiences = await startAudiences(100)
  })
  afterAll(async () => {
    stage.audiences.stop()
    await stage.service.stop()
  })
  beforeEach(async () => {
    stage.service.clock.now = new Date(NOON)
    stage.audiences.duringPages(() => {})
    // Stops the dispatches of earlier tests.
    await stage.service.db.updateTable('dispatch').set({ due_at: null }).execute()
    stage.owner = await ownerWithCompany(stage.service.deps)
  })

  /** Runs one tick of the scheduler at a time in New York. The default date is tomorrow. */
  const tickThen = (time: string, date?: string) => tickAt(stage.service, stage.audiences.url, newYorkTime(time, date))

  const detail = async ({ _id }: { _id: string }): Promise<CampaignDetail> => (await read(stage.service, stage.owner, _id)).json()

  const states = async (campaign: CampaignDetail): Promise<string[]> => (await detail(campaign)).dispatches.map(({ state }) => state)

  const wantedBy = (dispatchId: string) => ({ dispatchId, companyProfileId: stage.owner.company._id })

  /** Starts sending the first dispatch of a campaign. Returns the dispatch's id. */
  async function begin(campaign: CampaignDetail, audience = people(3)): Promise<string> {
    const { _id } = firstDispatch(campaign)
    await tickThen('09:00')
    await stage.audiences.publishRead(stage.service, wantedBy(_id), audience)
    await tickThen('09:01')
    expect((await states(campaign))[0]).toBe('sending')
    return _id
  }

  /** Sets the outcome of all emails of a dispatch, or of the email at `position`. */
  async function settle(dispatchId: string, state: 'accepted' | 'failed', { code = null as string | null, position = 0 } = {}) {
    const mails = stage.service.db.updateTable('delivery').set({ state, code }).where('dispatch_id', '=', dispatchId)
    await (position ? mails.where('position', '=', position) : mails).execute()
  }

  const finish = (id: string) => inTransaction(stage.service.db, (trx) => finishDispatch(trx, id))

  /** Returns the data of the published events that a dispatch is late, was missed, is on hold or is done. */
  const reportsOf = async (id: string, outcome: Outcome): Promise<EventData<typeof DispatchReported>[]> =>
    (await outboxOf(stage.service.db as never, DispatchReported)).flatMap(({ subject, data }) =>
      subject === id && data.outcome === outcome ? [data] : [],
    )

  /** Creates a campaign with one dispatch. Returns functions that read the dispatch and its events. */
  async function oneDispatch() {
    const campaign = await createdCampaign(stage.service, stage.owner)
    const { _id: id } = firstDispatch(campaign)
    const now = async (): Promise<Dispatch> => firstDispatch(await detail(campaign))
    return { campaign, id, wanted: wantedBy(id), now, reports: (outcome: Outcome) => reportsOf(id, outcome) }
  }

  async function emails(dispatchId: string): Promise<string[]> {
    const rows = stage.service.db.selectFrom('delivery').select('email').where('dispatch_id', '=', dispatchId)
    return (await rows.orderBy('position').execute()).map(({ email }) => email)
  }

  return { stage, oneDispatch, reportsOf, emails, tickThen, detail, states, wantedBy, begin, settle, finish }
}
