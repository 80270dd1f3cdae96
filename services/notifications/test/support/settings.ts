import type { Retention } from '../../src/purge.ts'
import type { Settings } from '../../src/settings.ts'

const PUBLIC_URL = 'https://portal.example'

/** Returns the parameter of the service's function `subscriptions`, for tests. `now` is the business clock. */
export const testSettings = (now = () => new Date()): Settings => ({ publicUrl: PUBLIC_URL, timeZone: 'America/New_York', now })

/** The default retention. */
export const RETENTION: Retention = { messages: 30, mails: 90, contacts: 730 }
