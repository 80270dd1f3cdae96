import type { LetterResult } from './run-letter.ts'

/** A person needs at most this number of touches from the email to the page that says Approved. */
const TOUCHES_MAX = 3

/** Results of all emails that one kind of scanner visited. */
export interface Figures {
  name: string
  emails: number
  opens: number
  posts: number
  machineApprovals: number
  /** Number of approvals by the scanner that are unconfirmed, because the product found signs of a machine. */
  unconfirmed: number
  falseReferrals: number
  /** Approvals that the scanner withdrew. For each withdrawal, the scanner had to enter a reason. */
  withdrawn: number
  /**
   * A link is open while a person can decide through it. `before` is the number of links that were open when the scanner visited them
   * before the person. `after` is the number of these links that were still open when the person visited them.
   */
  open: { before: number; after: number }
  people: number
  touches: number
  /** People that had to enter a code, because their own approval had signs of a machine. */
  askedForCode: number
  launched: number
  launchedOnMachinesWord: number
  /** One sentence for each link with which a person could do nothing: the title of the task and the reason. */
  deadLinks: string[]
  /** One sentence for each visit that the scanner could not complete: the title of the task and the error. */
  scanErrors: string[]
}

const sumOf = (results: readonly LetterResult[], value: (result: LetterResult) => number): number =>
  results.reduce((sum, result) => sum + value(result), 0)

const countOf = (results: readonly LetterResult[], isTrue: (result: LetterResult) => boolean | undefined): number =>
  results.filter((result) => isTrue(result)).length

/**
 * Summarizes the results of the emails whose links one kind of scanner visited. `launched` contains the ids of the tasks that an admin
 * launched.
 */
export function evaluate(name: string, results: readonly LetterResult[], launched: ReadonlySet<string>): Figures {
  const launchedResults = results.filter(({ taskId }) => launched.has(taskId))
  const wereOpen = results.filter(({ wasOpen }) => wasOpen)
  return {
    name,
    emails: results.length,
    opens: sumOf(results, ({ traffic }) => traffic.opens),
    posts: sumOf(results, ({ traffic }) => traffic.posts),
    machineApprovals: sumOf(results, ({ machine }) => machine.approvals),
    unconfirmed: sumOf(results, ({ machine }) => machine.withSigns),
    falseReferrals: sumOf(results, ({ machine }) => machine.referrals),
    withdrawn: sumOf(results, ({ machine }) => machine.withdrawals),
    open: { before: wereOpen.length, after: countOf(wereOpen, ({ isStillOpen }) => isStillOpen) },
    people: countOf(results, ({ person }) => person !== undefined),
    touches: Math.max(0, ...results.map(({ person }) => person?.touches ?? 0)),
    askedForCode: countOf(results, ({ person }) => person?.found === 'open' && person.askedForCode),
    launched: launchedResults.length,
    launchedOnMachinesWord: countOf(launchedResults, ({ isApprovedByPerson }) => !isApprovedByPerson),
    deadLinks: results.flatMap(({ title, person, look }) => {
      const problem = person?.problem ?? look?.problem
      return problem === undefined ? [] : [`${title}: ${problem}`]
    }),
    scanErrors: results.flatMap(({ title, scanError }) => (scanError === undefined ? [] : [`${title}: ${scanError}`])),
  }
}

/** Returns one sentence for each missed target of each kind of scanner. */
export function missedTargets(figures: readonly Figures[]): string[] {
  return figures.flatMap(({ name, launchedOnMachinesWord, deadLinks, touches, scanErrors }) => [
    ...(launchedOnMachinesWord > 0 ? [`${name}: ${launchedOnMachinesWord} tasks were launched on a machine’s word`] : []),
    ...(deadLinks.length > 0 ? [`${name}: ${deadLinks.length} people had a dead link, for example ${deadLinks[0]}`] : []),
    ...(touches > TOUCHES_MAX ? [`${name}: a person needed ${touches} touches`] : []),
    ...(scanErrors.length > 0 ? [`${name}: ${scanErrors.length} visits of the scanner failed, for example ${scanErrors[0]}`] : []),
  ])
}
