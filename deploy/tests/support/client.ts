import { setTimeout as sleep } from 'node:timers/promises'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { setTaskEmails } from '@app/contracts/http/task-emails.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { RESET_CODE_ALPHABET, RESET_CODE_LENGTH } from '@app/contracts/rules/reset-code.ts'
import type { TaskEmailFrequency } from '@app/contracts/rules/task-emails.ts'
import { IF_MATCH, ifMatchOf } from '@app/contracts/rules/versions.ts'
import { admin } from './product.ts'

/** Request timeout in ms. It is longer than all timeouts of the product, so that tests receive the product's own error. */
const TIMEOUT_MS = 60_000
export const PASSWORD = 'Palmetto-1!'

interface Sent {
  token?: string
  json?: object
  fields?: Readonly<Record<string, string>>
  files?: Readonly<Record<string, Uint8Array<ArrayBuffer> | File>>
  /** The version in the header `If-Match`. */
  ifMatch?: number
}

export interface ClientResponse<T> {
  status: number
  body: T & { message?: string }
}

export function clientOf(origin: string, known: Readonly<Record<string, string>> = {}) {
  return async function send<T = object>(
    method: string,
    path: string,
    { token, json, fields, files, ifMatch }: Sent = {},
  ): Promise<ClientResponse<T>> {
    const form = fields || files ? await multipart(fields ?? {}, files) : undefined
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        ...known,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(ifMatch !== undefined && { [IF_MATCH]: ifMatchOf(ifMatch) }),
        ...(json && { 'content-type': 'application/json' }),
        ...form?.headers,
      },
      body: form?.payload ?? (json && JSON.stringify(json)),
      signal,
    }).catch((error: unknown) => {
      throw signal.aborted ? new Error(`${method} ${path}: timeout after ${TIMEOUT_MS / 1_000} s`) : error
    })
    return { status: response.status, body: (await response.json()) as T & { message?: string } }
  }
}

export type Client = ReturnType<typeof clientOf>

export async function must<T>(response: Promise<ClientResponse<T>>): Promise<T> {
  const { status, body } = await response
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}

export async function signUpOwner(send: Client) {
  const email = `owner-${crypto.randomUUID()}@example.com`
  await must(send('POST', '/user', { json: { username: 'Olive Owner', email, password: PASSWORD } }))
  const { Token } = await must(send<{ Token: string }>('POST', '/auth', { json: { email, password: PASSWORD } }))
  return { email, token: Token }
}

export const COMPANY = { companyName: 'Harbor & Pine Coffee', industry: 'Coffee', email: 'hello@harborpine.example', phone: '8035550100' }

export async function createCompany(send: Client, token: string, companyName = COMPANY.companyName, more: Sent['fields'] = {}) {
  const fields = { ...COMPANY, ...more, companyName }
  const { companyProfile } = await must(
    send<{ companyProfile: CompanyProfile }>('POST', '/company/update-company-profile', { token, fields, files: { logo: png() } }),
  )
  return companyProfile
}

/**
 * Fields of a weekly task. Recurring tasks do not count toward the monthly limit. The period contains one Friday, so that no next task
 * appears when the task is posted.
 */
export const weekly = {
  isRecurring: 'true',
  recurrenceType: 'weekly',
  recurrenceStartDate: addDays(todayIn(DEFAULT_TIMEZONE), 3),
  recurrenceEndDate: addDays(todayIn(DEFAULT_TIMEZONE), 9),
  weeklyDayOfWeek: 'friday',
}

/** Creates a task. Default dates: submission in 2 days and posting in 6 days. */
export async function assignTask(
  send: Client,
  token: string,
  companyProfileId: string,
  title = 'Winter blend launch',
  dates: Readonly<Record<string, string>> = in2And6Days(),
) {
  return must(send<Task>('POST', '/task/create-task', { token, fields: { companyProfileId, title, platform_x: 'true', ...dates } }))
}

function in2And6Days() {
  const today = todayIn(DEFAULT_TIMEZONE)
  return { submissionForReview: addDays(today, 2), targetPostingDate: addDays(today, 6) }
}

export async function signInAdmin(send: Client): Promise<string> {
  return (await must(send<{ token: string }>('POST', '/admin/login', { json: admin }))).token
}

/** Sets how often the admin gets emails about tasks. Tests that wait for such an email choose `at-once`. */
export async function chooseTaskEmails(send: Client, adminToken: string, frequency: TaskEmailFrequency): Promise<void> {
  await must(send('PUT', setTaskEmails.url, { token: adminToken, json: { frequency } }))
}

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  headers: Readonly<Record<string, string>>
}

/** Waits for a mail to `to` with a matching subject, and returns it. */
export async function mailTo(inboxUrl: string, to: string, subject: RegExp, timeoutMs = 10_000): Promise<Mail> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const response = await fetch(`${inboxUrl}/email`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const mails = (await response.json()) as Mail[]
    const found = mails.find((mail) => mail.to.includes(to) && subject.test(mail.subject))
    if (found) return found
    if (Date.now() > deadline)
      throw new Error(`No mail to ${to} about ${subject}; there are: ${mails.map((m) => `${m.to}: ${m.subject}`).join(' | ')}`)
    await sleep(100)
  }
}

export async function mailedCode(inboxUrl: string, to: string): Promise<string> {
  const { text } = await mailTo(inboxUrl, to, /code to set a new password/i)
  const code = text.match(new RegExp(`^\\s+([${RESET_CODE_ALPHABET}]{${RESET_CODE_LENGTH}})\\s*$`, 'm'))?.[1]
  if (!code) throw new Error(`No code in this mail:\n${text}`)
  return code
}

export async function verificationLink(inboxUrl: string, email: string): Promise<string> {
  const { text } = await mailTo(inboxUrl, email, /welcome/i)
  const [link] = /\S+\/verify-email#\S+/.exec(text) ?? []
  if (!link) throw new Error(`The welcome email to ${email} contains no link`)
  return link
}

/** Returns the token of the review link in the text of an email. */
export function reviewTokenIn(text: string): string {
  const [, token] = /\/review\/([\w-]{43})/.exec(text) ?? []
  if (!token) throw new Error(`No review link in this email:\n${text}`)
  return token
}

/** Confirms an owner's email address with the link in the welcome email. */
export async function confirmEmail(send: Client, inboxUrl: string, email: string): Promise<void> {
  const token = new URL(await verificationLink(inboxUrl, email)).hash.slice(1)
  await must(send('POST', '/verify-email', { json: { token } }))
}
