import { alerts } from '@app/contracts/rules/alerts.ts'

const SLOT_MS = 15_000
/** The slots cover five minutes, like the alerts about responses. */
const SLOTS = 20

/**
 * Routes whose duration depends on the client's bandwidth or on Google. The counts of GET requests do not contain these routes. The alert
 * `AnswersSlow` excludes the same routes.
 */
const EXTERNAL = /^(\/api)?\/crm\/|^\/files\//

interface Counts {
  all: number
  failed: number
  gets: number
  slowGets: number
}

interface Response {
  method: string
  route: string
  status: number
  seconds: number
}

export interface RecentResponses {
  add(response: Response): void
  /**
   * Counts of the last five minutes. `failed`: 5xx. `slowGets`: GET requests that took longer than the limit of the alert `AnswersSlow`.
   */
  counts(): Counts
}

const none = (): Counts => ({ all: 0, failed: 0, gets: 0, slowGets: 0 })

/** Counts the responses of this process in the last five minutes. `now` returns a monotonic time in milliseconds. */
export function recentResponses(now = () => performance.now()): RecentResponses {
  /**
   * A ring of slots. Each slot contains the counts of one period of 15 seconds. Periods are numbered, and `period` is the number of the
   * slot's period.
   */
  const slots = Array.from({ length: SLOTS }, () => ({ period: -1, ...none() }))

  return {
    add({ method, route, status, seconds }) {
      const period = Math.floor(now() / SLOT_MS)
      const slot = slots[period % SLOTS]
      if (!slot) return
      if (slot.period !== period) Object.assign(slot, { period, ...none() })
      slot.all += 1
      if (status >= 500) slot.failed += 1
      if (method !== 'GET' || EXTERNAL.test(route)) return
      slot.gets += 1
      if (seconds > alerts.AnswersSlow.limit) slot.slowGets += 1
    },
    counts() {
      const oldest = Math.floor(now() / SLOT_MS) - SLOTS + 1
      const total = none()
      for (const slot of slots) {
        if (slot.period < oldest) continue
        for (const name of ['all', 'failed', 'gets', 'slowGets'] as const) total[name] += slot[name]
      }
      return total
    },
  }
}
