import type { Queue } from '@app/chassis/work/queue.ts'
import type {
  CampaignMailTopic,
  CompanyMailTopic,
  DocumentMailTopic,
  IdentityMailTopic,
  SheetMailTopic,
  TaskMailTopic,
} from '@app/contracts/http/mail-content.ts'

/** The topics of emails, by the service that composes them when they are sent. */
interface ComposedTopics {
  tasks: TaskMailTopic
  identity: IdentityMailTopic
  company: CompanyMailTopic
  documents: DocumentMailTopic
  'crm-proxy': SheetMailTopic
  campaigns: CampaignMailTopic
}

/** A service that composes emails when they are sent. */
export type Composer = keyof ComposedTopics
export type TopicOf<C extends Composer> = ComposedTopics[C]

/** The queue of emails that this service composed. The keys of all queues of emails are ids of rows in `mail`. */
export const mailQueue: Queue<null> = { name: 'mail' }

/** A queue for each composing service, so that an unavailable service delays only its own emails. */
export const composedQueues: Readonly<Record<Composer, Queue<null>>> = {
  tasks: { name: 'mail-tasks' },
  identity: { name: 'mail-identity' },
  company: { name: 'mail-company' },
  documents: { name: 'mail-documents' },
  'crm-proxy': { name: 'mail-crm-proxy' },
  campaigns: { name: 'mail-campaigns' },
}
