import type { Brief } from '../../domain/task/brief.ts'

export const briefLabels: Brief = {
  title: 'Task Title',
  tagline: 'Tagline',
  taskpurpose: 'Task Objective',
  headline: 'Main Headline',
  offerormessage: 'Offer or Message',
  calltoaction: 'Tagline for Lead',
  guidlines: 'Guidelines',
  additionalinfo: 'Additional Info',
  description: 'Description',
}

export const briefHints: Partial<Brief> = {
  taskpurpose: 'What should it achieve?',
  calltoaction: 'What should people do next?',
  guidlines: 'Colors, words and pictures to use or avoid.',
}
