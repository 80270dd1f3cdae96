import type { StoryPerson } from './story.ts'

/** Days since a person became a lead, and since the person became a customer. */
type Since = readonly [lead: number, customer?: number]

/** Returns a row of a spreadsheet. `cells` overrides generated cells. */
export const person = (first: string, last: string, since: Since, details = '', cells: Partial<StoryPerson> = {}): StoryPerson => ({
  leadDaysAgo: since[0],
  customerDaysAgo: since[1],
  'First Name': first,
  'Last Name': last,
  'Email id': `${first}.${last}@mail.example`.toLowerCase().replaceAll(/[^a-z.@]/g, ''),
  Stage: since.length > 1 ? 'Customer' : 'Lead',
  'Email Subscription': 'Yes',
  'Other Details': details,
  ...cells,
})
