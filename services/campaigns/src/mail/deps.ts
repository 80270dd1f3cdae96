import type { CampaignsDeps } from '../deps.ts'

/** Values that the composers of emails to owners need. Links begin with `mail.settings.publicUrl`. */
export type OwnerMailDeps = Pick<CampaignsDeps, 'db' | 'mail' | 'timeZone'>
