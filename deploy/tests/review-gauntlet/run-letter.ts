import { deliverPreview, type Letter } from './deliver.ts'
import type { Gauntlet } from './gauntlet.ts'
import { type Experience, visitAsPerson } from './person.ts'
import type { Plan } from './plan.ts'
import { type Profile, scan } from './scan.ts'
import { decisionsOf, expireLinks, passTime, type StoredDecision, setSent } from './stored.ts'
import { requireUseful } from './useful.ts'

/** Everything that happened to one email. */
export interface LetterResult {
  /** Title of the task, followed by the intent and the order of the plan in brackets. */
  title: string
  taskId: string
  /** Decisions of the scanner. */
  machine: StoredDecision[]
  /** Whether a person approved, or confirmed an approval, and the scanner did not approve afterwards. */
  isApprovedByPerson: boolean
  /** Set if a person opened the link in a browser. */
  person?: Experience
  /** Why a person could do nothing with the link. */
  problem?: string
  /** Why the visit of the scanner could not be completed. */
  scanError?: string
}

interface Run {
  gauntlet: Gauntlet
  profile: Profile
  letter: Letter
  plan: Plan
}

/** Ends the link if this is planned: delivers a newer preview, lets it expire, or approves in the portal. Returns whether an owner approved. */
async function endLink({ gauntlet, letter: { title, taskId, ownerToken }, plan: { intent } }: Run): Promise<boolean> {
  if (intent === 'replaced') {
    await deliverPreview(gauntlet, taskId)
    await gauntlet.inbox.reviewMails(title, 2)
  }
  if (intent === 'expired') await expireLinks(gauntlet.database, taskId)
  if (intent !== 'decided in the portal') return false
  const sent = { token: ownerToken, json: { currentStatus: 'Approved' } }
  const { status } = await gauntlet.newClient()('PUT', `/task/update-task/${taskId}`, sent)
  return status === 200 && (await decisionsOf(gauntlet.database, taskId)).at(-1)?.channel === 'portal'
}

const none = () => undefined
const errorText = (error: unknown): string => String(error).slice(0, 300)

/** Lets the scanner visit the link. Adds its decisions to the result. */
async function letScannerCome({ gauntlet, profile, letter, plan }: Run, result: LetterResult): Promise<void> {
  const before = await decisionsOf(gauntlet.database, letter.taskId)
  result.scanError = await scan(profile, { ...gauntlet, ...letter, random: plan.random }).then(none, errorText)
  result.machine = (await decisionsOf(gauntlet.database, letter.taskId)).slice(before.length)
  if (result.machine.some(({ kind }) => kind === 'approve')) result.isApprovedByPerson = false
}

async function letPersonCome({ gauntlet, letter, plan }: Run, result: LetterResult, whileOpen?: () => Promise<void>): Promise<void> {
  const visit = async () => {
    if (!plan.isSampled) return requireUseful(letter.link, gauntlet.newAddress())
    result.person = { isApproved: false }
    result.person = await visitAsPerson({ gauntlet, letter, intent: plan.intent, whileOpen })
    result.isApprovedByPerson ||= result.person.isApproved
  }
  result.problem = await visit().then(none, errorText)
}

/** Lets a scanner and a person visit the link of an email, in the planned order. */
export async function runLetter(run: Run): Promise<LetterResult> {
  const { gauntlet, letter, plan } = run
  const { taskId } = letter
  const title = `${letter.title} (${plan.intent}, ${plan.order})`
  const result: LetterResult = { title, taskId, machine: [], isApprovedByPerson: false }
  const end = async () => (result.isApprovedByPerson ||= await endLink(run))
  const scannerComes = () => letScannerCome(run, result)
  if (plan.endsFirst) await end()
  await setSent(gauntlet.database, taskId, plan.scannedAfter)
  if (plan.order === 'scanner first') await scannerComes()
  if (plan.order !== 'person first') await passTime(gauntlet.database, taskId, plan.personAfter)
  if (!plan.endsFirst) await end()
  await letPersonCome(run, result, plan.order === 'together' ? scannerComes : undefined)
  if (plan.order === 'person first') await scannerComes()
  return result
}
