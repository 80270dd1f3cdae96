import { fetchFromService } from '@app/chassis/http/fetch-from-service.ts'
import { readUpTo } from '@app/chassis/http/read-up-to.ts'
import { internalMailHeaders } from '@app/chassis/mail/internal-key.ts'
import { failed, hold, type Outcome, obsolete, retry, wait } from '@app/chassis/work/outcome.ts'
import {
  ComposedMail,
  composeCampaignMail,
  composeCompanyMail,
  composeDocumentMail,
  composeIdentityMail,
  composeSheetMail,
  composeTaskMail,
  type MailContentRoute,
  type MailRequest,
} from '@app/contracts/http/mail-content.ts'
import { Value } from 'typebox/value'
import type { Composer } from './mail-queues.ts'

/** Maximum size of a response. Pictures are not in the content, so an email has less than 100 kB. */
const MAX_BYTES = 2_000_000
const UNKNOWN_WAIT_MS = 60_000
const INCOMPLETE_WAIT_S = 60
const INCOMPLETE_WAIT_MAX_S = 300

/** The content of an email, or the outcome of an attempt to send an email without content. */
type ContentAnswer = { content: ComposedMail } | Outcome

/** Requests the content of an email from the service that composes it. `isOld`: the email was queued more than a day ago. */
export type RequestContent = (request: MailRequest, isOld: boolean) => Promise<ContentAnswer>

/** Waits for what may still become known: an event that has not arrived, or the next release of a service. Gives up an old email. */
export const waitForUnknown = (reason: string, isOld: boolean): Outcome => (isOld ? failed(reason) : wait(reason, UNKNOWN_WAIT_MS))

/** Whether the service cannot compose any email at the moment. */
const isUnavailable = (status: number): boolean => status === 429 || (status >= 502 && status <= 504)

function waitOf(retryAfter: string | null): number {
  const seconds = Number(retryAfter)
  return Math.min(seconds >= 1 ? seconds : INCOMPLETE_WAIT_S, INCOMPLETE_WAIT_MAX_S) * 1_000
}

function contentIn(body: Buffer): ComposedMail | undefined {
  try {
    const content: unknown = JSON.parse(body.toString())
    return Value.Check(ComposedMail, content) ? content : undefined
  } catch {
    return undefined
  }
}

interface Options {
  TASKS_URL: string
  IDENTITY_URL: string
  COMPANY_URL: string
  DOCUMENTS_URL: string
  CRM_PROXY_URL: string
  CAMPAIGNS_URL: string
  INTERNAL_MAIL_KEY: string
}

/** Returns, for each composing service, a function that requests contents from it. Throws a `ConfigError` if the key is invalid. */
export function contentsOfServices(options: Options): Readonly<Record<Composer, RequestContent>> {
  const { TASKS_URL, IDENTITY_URL, COMPANY_URL, DOCUMENTS_URL, CRM_PROXY_URL, CAMPAIGNS_URL, INTERNAL_MAIL_KEY } = options
  const headers = internalMailHeaders(INTERNAL_MAIL_KEY)
  const contentsFrom = (route: MailContentRoute, origin: string) => contentsOf(new URL(route.url, origin), headers)
  return {
    tasks: contentsFrom(composeTaskMail, TASKS_URL),
    identity: contentsFrom(composeIdentityMail, IDENTITY_URL),
    company: contentsFrom(composeCompanyMail, COMPANY_URL),
    documents: contentsFrom(composeDocumentMail, DOCUMENTS_URL),
    'crm-proxy': contentsFrom(composeSheetMail, CRM_PROXY_URL),
    campaigns: contentsFrom(composeCampaignMail, CAMPAIGNS_URL),
  }
}

function contentsOf(url: URL, headers: { authorization: string }): RequestContent {
  async function readResponse(json: MailRequest): Promise<{ status: number; retryAfter: string | null; body: Buffer | undefined }> {
    const response = await fetchFromService(url, { headers, json })
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await readUpTo(response, MAX_BYTES) }
  }

  return async (request, isOld) => {
    const response = await readResponse(request).catch(() => undefined)
    if (!response || isUnavailable(response.status)) return hold('content unavailable')
    const { status, retryAfter, body } = response
    if (status === 410) return obsolete
    if (status === 409) return wait('incomplete', waitOf(retryAfter))
    if (status === 404) return waitForUnknown('unknown topic', isOld)
    if (status !== 200) return retry(`content status ${status}`)
    const content = body && contentIn(body)
    return content ? { content } : retry('unusable content')
  }
}
