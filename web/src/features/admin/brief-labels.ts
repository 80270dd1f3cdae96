import type { Brief } from '../../shared/task/brief.ts'

/** What the texts of a task are called for an admin, on the form and where they are read. */
export const briefLabels: Brief = {
  title: 'Title',
  tagline: 'Tagline',
  taskpurpose: 'Purpose',
  headline: 'Headline',
  offerormessage: 'Key Offer',
  calltoaction: 'Call to Action',
  guidlines: 'Branding Guidelines',
  additionalinfo: 'Additional Info',
  description: 'Description',
}
