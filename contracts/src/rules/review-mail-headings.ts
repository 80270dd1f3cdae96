import type { ColleagueRight } from './colleagues.ts'

/**
 * The headings of emails with review links. A reply that quotes such an email without quote marks is cut at its heading, if no line above
 * the heading shows where the quoted email begins.
 */
export const previewHeadings: Readonly<Record<ColleagueRight, string>> = {
  decide: 'Approve the preview, or refer it back with your feedback',
  look: 'See the post before it is published',
}
export const REMINDER_HEADING = 'We post nothing without your approval'
