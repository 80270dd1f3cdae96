import type { Brief } from '../../shared/task/brief.ts'

/** Labels of a task's text fields for admins, on the form and in the task panel. */
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
