import { alignColumns } from '../bench/report.ts'
import type { Figures } from './evaluate.ts'

const HEADINGS = [
  'scanner',
  'emails',
  'opens',
  'POSTs',
  'approved',
  'unconfirmed',
  'false referrals',
  'withdrawn',
  'still open',
  'people',
  'touches',
  'asked for code',
  'launched',
  'on a machine’s word',
  'dead links',
]

const cellsOf = (figures: Figures): string[] => [
  figures.name,
  ...[figures.emails, figures.opens, figures.posts, figures.machineApprovals, figures.unconfirmed].map(String),
  ...[figures.falseReferrals, figures.withdrawn].map(String),
  `${figures.open.after} of ${figures.open.before}`,
  ...[figures.people, figures.touches, figures.askedForCode, figures.launched, figures.launchedOnMachinesWord].map(String),
  String(figures.deadLinks.length),
]

/** Returns the table of all figures, with one line for each kind of scanner. */
export const tableOf = (figures: readonly Figures[]): string => alignColumns([HEADINGS, ...figures.map(cellsOf)]).join('\n')
