import { fetchFromService } from '@app/chassis/http/fetch-from-service.ts'
import { internalMailHeaders } from '@app/chassis/mail/internal-key.ts'
import type { RouteContract } from '@app/contracts/define.ts'
import {
  findCampaignMail,
  MAIL_UNKNOWN,
  type MailReply,
  type MailReport,
  replyToTaskMail,
  reportCampaignMail,
  reportTaskMail,
} from '@app/contracts/http/inbound-mail.ts'
import { Problem } from '@app/contracts/primitives.ts'
import { Value } from 'typebox/value'
import { noSuchAddress } from './refusal.ts'

export type Handover = ReturnType<typeof handoverByHttp>

interface Settings {
  TASKS_URL: string
  CAMPAIGNS_URL: string
  INTERNAL_MAIL_KEY: string
}

/**
 * Returns functions that hand received emails over to the services that composed the emails they answer. When a function returns, the
 * service has stored what it got. A function throws an SMTP refusal if the service does not know the address, and another error if the
 * service is unavailable. Throws a `ConfigError` if the key is invalid.
 */
export function handoverByHttp({ TASKS_URL, CAMPAIGNS_URL, INTERNAL_MAIL_KEY }: Settings) {
  const headers = internalMailHeaders(INTERNAL_MAIL_KEY)
  const origins = { tasks: TASKS_URL, campaigns: CAMPAIGNS_URL }

  async function post({ url, service }: RouteContract & { service: keyof typeof origins }, json: unknown): Promise<unknown> {
    const response = await fetchFromService(new URL(url, origins[service]), { headers, json })
    const body: unknown = await response.json()
    if (response.status === 404 && Value.Check(Problem, body) && body.code === MAIL_UNKNOWN) throw noSuchAddress()
    if (!response.ok) throw new Error(`${service} responded with status ${response.status}`)
    return body
  }

  return {
    async isCampaignMail(token: string): Promise<boolean> {
      const body = await post(findCampaignMail, { token })
      return Value.Parse(findCampaignMail.schema.response[200], body).isKnown
    },
    reportCampaignMail: async (token: string, report: MailReport) => void (await post(reportCampaignMail, { token, report })),
    reportTaskMail: async (returnId: string, report: MailReport) => void (await post(reportTaskMail, { returnId, report })),
    replyToTaskMail: async (returnId: string, reply: MailReply) => void (await post(replyToTaskMail, { returnId, reply })),
  }
}
