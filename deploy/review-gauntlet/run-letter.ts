import { deliverPreview, type Letter } from './deliver.ts'
import type { Gauntlet } from './gauntlet.ts'
import { type Experience, visitAsPerson } from './person.ts'
import type { Plan } from './plan.ts'
import type { Profile } from './profiles.ts'
import type { Traffic } from './scanners/visit.ts'
import { decisionsOf, expireLinks, passTime, setSent } from './stored.ts'
import { type Look, lookAt } from './useful.ts'

/** Everything that happened to one email. */
export interface LetterResult {
  /** Title of the task, followed by the intent and the order of the plan in brackets. */
  title: string
  taskId: string
  traffic: Traffic
  /** Decisions of the scanner. */
  machine: { approvals: number; withSigns: number; referrals: number; withdrawals: number }
  /** Whether the scanner visited the open link before the person did. False for links that `endLink` ends. */
  wasOpen: boolean
  /** Whether the link was open when the person visited it. */
  isStillOpen: boolean
  /** Whether a person approved, or confirmed an approval, and the scanner did not approve afterwards. */
  isApprovedByPerson: boolean
  person?: Experience
  look?: Look
  /** Why the visit of the scanner could not be completed. */
  scanError?: string
}

interface Run {
  gauntlet: Gauntlet
  profile: Profile
  letter: Letter
  plan: Plan
}

/**
 * Ends the link as planned: delivers a newer preview, lets the link expire, or approves in the portal. Returns whether an owner approved.
 */
async function endLink({ gauntlet, letter: { title, taskId, ownerToken }, plan: { intent } }: Run): Promise<boolean> {
  if (intent === 'replaced') {
    await deliverPreview(gauntlet, taskId)
    await gauntlet.inbox.reviewMails(title, 2)
  }
  if (intent === 'expired') await expireLinks(gauntlet.database, taskId)
  if (intent !== 'decided in the portal') return false
  const json = { currentStatus: 'Approved' }
  const { status } = await gauntlet.newClient()('PUT', `/task/update-task/${taskId}`, { token: ownerToken, json })
  const last = (await decisionsOf(gauntlet.database, taskId)).at(-1)
  return status === 200 && last?.channel === 'portal'
}

/** Lets the scanner visit the link. Adds its requests and decisions to the result. */
async function scan({ gauntlet, profile, letter, plan }: Run, result: LetterResult): Promise<void> {
  const { database, browser, newAddress } = gauntlet
  const before = await decisionsOf(database, letter.taskId)
  const { html, link } = letter
  await profile
    .scan({ html, link, browser, newAddress, random: plan.random, traffic: result.traffic })
    .catch((error: unknown) => (result.scanError = String(error).slice(0, 300)))
  for (const { kind, hasSigns } of (await decisionsOf(database, letter.taskId)).slice(before.length)) {
    if (kind === 'refer-back') result.machine.referrals += 1
    if (kind === 'undo') result.machine.withdrawals += 1
    if (kind !== 'approve') continue
    result.isApprovedByPerson = false
    result.machine.approvals += 1
    if (hasSigns) result.machine.withSigns += 1
  }
}

async function letPersonCome(run: Run, result: LetterResult, whileOpen: () => Promise<void> = async () => {}): Promise<void> {
  const { gauntlet, letter, plan } = run
  if (!plan.isSampled) {
    result.look = await lookAt(letter.link, gauntlet.newAddress())
    result.isStillOpen = result.look.state === 'open'
    return
  }
  result.person = await visitAsPerson({ gauntlet, letter, intent: plan.intent, whileOpen })
  result.isStillOpen = result.person.found === 'open'
  result.isApprovedByPerson ||= result.person.isApproved
}

/** Lets a scanner and a person visit the link of an email, in the planned order. */
export async function runLetter(run: Run): Promise<LetterResult> {
  const { gauntlet, letter, plan } = run
  const { title, taskId } = letter
  const result: LetterResult = {
    title: `${title} (${plan.intent}, ${plan.order})`,
    taskId,
    traffic: { opens: 0, posts: 0 },
    machine: { approvals: 0, withSigns: 0, referrals: 0, withdrawals: 0 },
    wasOpen: false,
    isStillOpen: false,
    isApprovedByPerson: false,
  }
  const end = async () => (result.isApprovedByPerson ||= await endLink(run))
  const hasEnding = ['replaced', 'expired', 'decided in the portal'].includes(plan.intent)
  const endsFirst = hasEnding && plan.endsFirst
  if (endsFirst) await end()
  await setSent(gauntlet.database, taskId, plan.scannedAfter)
  if (plan.order === 'person first') {
    if (hasEnding && !endsFirst) await end()
    await letPersonCome(run, result)
    await scan(run, result)
  } else if (plan.order === 'together') {
    await passTime(gauntlet.database, taskId, plan.personAfter)
    if (hasEnding && !endsFirst) await end()
    await letPersonCome(run, result, () => scan(run, result))
  } else {
    await scan(run, result)
    result.wasOpen = !hasEnding
    await passTime(gauntlet.database, taskId, plan.personAfter)
    if (hasEnding && !endsFirst) await end()
    await letPersonCome(run, result)
  }
  gauntlet.inbox.forget(title)
  return result
}

/** Tries to launch a task without accepting an unconfirmed approval. Returns whether the product launched it. */
export async function launch({ newClient, adminToken }: Gauntlet, taskId: string): Promise<boolean> {
  const json = { currentStatus: 'Posted', adminPostComment: 'Live since nine.' }
  const { status, body } = await newClient()<{ code?: string }>('PUT', `/task/update-task/${taskId}`, { token: adminToken, json })
  if (status === 200) return true
  if (body.code === 'approval-unconfirmed') return false
  throw new Error(`The launch of ${taskId} failed: ${status} ${body.message}`)
}
