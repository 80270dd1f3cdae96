import type { ProfileTextField } from '@app/contracts/http/company.ts'
import type { Audience, StepType } from '@app/contracts/rules/campaigns.ts'
import type { CustomerColumn } from '@app/contracts/rules/customers.ts'
import type { MonthWeek, RecurrenceType, Weekday } from '@app/contracts/rules/recurrence.ts'
import type { Platform } from '@app/contracts/rules/task-status.ts'
import type { MotifName } from '../pictures/motifs.ts'
import type { PaletteName } from '../pictures/palettes.ts'
import type { Poster } from '../pictures/poster.ts'

export interface StoryTask {
  title: string
  tagline?: string
  taskpurpose?: string
  headline?: string
  offerormessage?: string
  calltoaction?: string
  guidlines?: string
  additionalinfo?: string
  description?: string
  platforms: readonly Platform[]
  /** Absent: a task for one date. */
  recurrence?: { type: RecurrenceType; day: Weekday; week?: MonthWeek }
  /** The owner hands in the company's colours with the brief. */
  reference?: true
  /** The previews in the order they were delivered, each but the last answered by the feedback of the same place. */
  previews: readonly Poster[]
  /** What the owner had to say. As many as previews: the last one was referred back too. */
  feedback?: readonly string[]
  approved?: true
  /** What the admin said when launching it; it was approved before. */
  posted?: string
}

export interface StoryDocument {
  title: string
  description?: string
  training?: true
  /** Its extension tells what of. */
  fileName: string
  /** Drawn when it is shared. */
  bytes: () => Buffer<ArrayBuffer>
  /** An admin has looked at it. */
  opened?: true
}

/** A row of a spreadsheet; what it does not say is made up when it is filled. */
export interface StoryPerson extends Partial<Record<CustomerColumn, string>> {
  leadDaysAgo: number
  customerDaysAgo?: number
}

export interface StoryCustomers {
  /** The spreadsheet's name. */
  sheet: string
  people: readonly StoryPerson[]
}

export interface StoryCampaign {
  name: string
  audience: Audience
  /** Absent: a special event, of steps that each have their day. */
  weekly?: { startsInDays: number; weeks: number }
  steps: readonly { type: StepType; inDays?: number; subject: string; body: string; image?: Poster }[]
}

export interface StoryCompany {
  owner: { username: string; email: string }
  profile: Partial<Record<ProfileTextField, string>> & { companyName: string }
  logo: { motif: MotifName; palette: PaletteName }
  brandImages: readonly Poster[]
  /** In the order they were assigned. */
  tasks: readonly StoryTask[]
  /** In the order they were shared. */
  documents: readonly StoryDocument[]
  /** Absent: nobody has set up a spreadsheet. */
  customers?: StoryCustomers
  /** To those customers. */
  campaigns?: readonly StoryCampaign[]
}
