import type { Brief } from '../../domain/task/brief.ts'

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
