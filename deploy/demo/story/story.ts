import type { ProfileTextField } from '@app/contracts/http/company.ts'
import type { BriefText } from '@app/contracts/rules/brief.ts'
import type { Audience, StepType } from '@app/contracts/rules/campaigns.ts'
import type { ColleagueRight } from '@app/contracts/rules/colleagues.ts'
import type { CustomerColumn } from '@app/contracts/rules/customers.ts'
import type { PostLinks } from '@app/contracts/rules/posts.ts'
import type { NotePlace } from '@app/contracts/rules/preview-notes.ts'
import type { MonthWeek, RecurrenceType, Weekday } from '@app/contracts/rules/recurrence.ts'
import type { Platform } from '@app/contracts/rules/task-status.ts'
import type { MotifName } from '../pictures/motifs.ts'
import type { PaletteName } from '../pictures/palettes.ts'
import type { Photo } from '../pictures/photo.ts'
import type { Poster } from '../pictures/poster.ts'

/** A video or PDF file in the folder `files`, with the JPEG that is shown for it. */
interface StoryStoredFile {
  name: string
  poster: string
  /** Duration of a video. */
  durationMs?: number
}

export type StoryFile = Poster | StoryStoredFile

/** A preview with a caption and files. A preview that consists of one picture is a `Poster` instead. */
export interface StoryPreview {
  caption: string
  files: readonly StoryFile[]
}

/** A note on a preview. */
export interface StoryNote {
  by: 'owner' | 'agency'
  body: string
  /** Undefined for a note on the whole preview. */
  place?: Partial<NotePlace>
  /** Whether only admins see the note. */
  isForTeam?: true
  replies?: readonly { by: StoryNote['by']; body: string }[]
  /** Whether an admin marks the note as done. The owner has not accepted it yet. */
  isDone?: true
}

/** A message on a task, to the other side. */
export interface StoryMessage {
  by: 'owner' | 'agency'
  text: string
}

/** A task of a demo company, with the steps that the demo performs for this task: previews, feedback, decisions and so on. */
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
  /** Whether an admin creates the task. Otherwise the owner does. */
  byAgency?: true
  /** An admin creates the task with a posting time that has come, if this is possible: in the company's time zone, tomorrow has begun. */
  dueNow?: true
  /** Undefined for a task with a single date. */
  recurrence?: { type: RecurrenceType; day: Weekday; week?: MonthWeek }
  /** Whether the owner attaches a reference image with the company's colors. */
  reference?: true
  /** Previews in the order of their upload. `feedback` has the same indexes. */
  previews: readonly (Poster | StoryPreview)[]
  /** Feedback of the owner on each preview. The owner refers back each preview that has feedback. The last preview may have no feedback. */
  feedback?: readonly string[]
  /** Notes on each preview. The item at index 0 contains the notes on the first preview. */
  notes?: readonly (readonly StoryNote[])[]
  /** A preview that is not delivered yet, so that only admins see it. */
  draft?: StoryPreview
  /** A preview that an admin delivers by mistake, and then withdraws with this reason. The task has no other previews. */
  withdrawn?: { preview: Poster; reason: string }
  /** From the first preview on, no email reaches the owner: the mailbox no longer exists. */
  bounces?: true
  approved?: true
  /** Whether the owner approves through the review link in the email, and then confirms the approval in the portal. */
  throughLink?: true
  /** The owner approves the last preview through the review link, and then undoes the approval with this reason. */
  undone?: string
  /** Whether an admin reminds the owner of the last preview. */
  reminded?: true
  /** An admin launches the task with a comment, and then undoes the launch with a reason. */
  launchUndone?: { comment: string; reason: string }
  /** Comment of the admin who posted the task. */
  posted?: string
  /** Where the task was posted. */
  links?: PostLinks
  /** Texts that the owner changes after the last preview. */
  edited?: Partial<Record<BriefText, string>>
  /** Whether the owner moves the task to the next Sunday. A task that moves is not edited. */
  movedToSunday?: true
  /** Messages in the order in which they are written. The other side has not read those after its own last one. */
  messages?: readonly StoryMessage[]
  /** An admin removes the task with this reason. */
  removed?: string
  /** The preview of the second task of a series. This task appears when the first one is posted. */
  second?: Poster
}

export interface StoryDocument {
  title: string
  description?: string
  training?: true
  /** File name. Its extension determines the document type. */
  fileName: string
  bytes: () => Buffer<ArrayBuffer>
  opened?: true
}

/** Photos that the owner sends at once, with a note. */
export interface StoryPhotos {
  note: string
  /** Title of the task for which the photos are. Undefined for photos in general. */
  task?: string
  pictures: readonly Photo[]
}

/** A row of a spreadsheet. Missing cells are generated when the spreadsheet is filled. */
export interface StoryPerson extends Partial<Record<CustomerColumn, string>> {
  leadDaysAgo: number
  customerDaysAgo?: number
}

export interface StoryCustomers {
  sheet: string
  people: readonly StoryPerson[]
}

export interface StoryCampaign {
  name: string
  audience: Audience
  /** Weekly schedule. If undefined, the campaign has the category Special Event, and each step has its own day (`inDays`). */
  weekly?: { startsInDays: number; weeks: number }
  steps: readonly { type: StepType; inDays?: number; subject: string; body: string; image?: Poster }[]
}

/** A post of a past month. */
export interface StoryPastPost {
  title: string
  /** Title of the task whose brief and files the post has. */
  like: string
  monthsAgo: number
  day: number
  platforms: readonly Platform[]
  links: PostLinks
  /** Feedback of the owner on the versions before the one that was approved. */
  feedback?: readonly string[]
  /** Hours from the delivery of a version to the owner's decision. */
  decidedAfterHours: number
}

/** The monthly report of a past month, with the text of an admin. */
export interface StoryReport {
  monthsAgo: number
  text: string
  isSent?: true
}

export interface StoryPast {
  posts: readonly StoryPastPost[]
  reports: readonly StoryReport[]
}

/** A colleague, whom the owner invites to review previews. */
export interface StoryColleague {
  name: string
  email: string
  may: ColleagueRight
  accepts?: true
}

export interface StoryCompany {
  owner: { username: string; email: string }
  profile: Partial<Record<ProfileTextField, string>> & { companyName: string }
  logo: { motif: MotifName; palette: PaletteName }
  brandImages: readonly Poster[]
  tasks: readonly StoryTask[]
  colleagues?: readonly StoryColleague[]
  /** The account manager: the admin whose password the demo knows, or the admin whom the demo invites. */
  manager: 'first' | 'invited'
  /** Private notes of the team. */
  teamNotes?: readonly string[]
  photos?: readonly StoryPhotos[]
  /** A new email address of the owner, which is not confirmed yet. */
  newEmail?: string
  documents: readonly StoryDocument[]
  customers?: StoryCustomers
  campaigns?: readonly StoryCampaign[]
  /** What happened in the months before the demo. */
  past?: StoryPast
  /** Whether the owner has turned the calendar feed on. */
  calendarFeed?: true
  /** Whether the owner takes all data along. The export is ready some seconds after the demo. */
  isExported?: boolean
}
