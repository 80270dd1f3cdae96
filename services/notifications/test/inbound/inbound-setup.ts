import { connect } from '@app/chassis/db/connect.ts'
import { createTestDatabase } from '@app/chassis/testing/database.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { findCampaignMail, MAIL_UNKNOWN, replyToTaskMail, reportCampaignMail, reportTaskMail } from '@app/contracts/http/inbound-mail.ts'
import type { Problem } from '@app/contracts/primitives.ts'
import nodemailer from 'nodemailer'
import { migrations } from '../../src/db/migrations/index.ts'
import type { Tables } from '../../src/db/tables.ts'
import { type ConnectionLimits, connectionLimits } from '../../src/inbound/connections.ts'
import { handoverByHttp } from '../../src/inbound/handover.ts'
import { startMailListener } from '../../src/inbound/listener.ts'
import { createReviewAddresses } from '../../src/mail/review-addresses.ts'
import { INTERNAL_MAIL_KEY } from '../support/replica.ts'
import { startTaker } from './taker.ts'

export const DOMAIN = 'mail.palmetto.example'
export const REPLY_DOMAIN = 'reply.palmetto.example'

/** The body of the response if no email has a token. */
export const unknownMail: Problem = { type: 'about:blank', title: 'Not Found', status: 404, code: MAIL_UNKNOWN, message: '', requestId: '' }

export const addressesOf = (key: Buffer) => {
  const addresses = createReviewAddresses({ REPLY_DOMAIN, MAIL_ADDRESS_KEY: key.toString('base64') })
  if (!addresses) throw new Error('There are no addresses')
  return addresses
}

/** Returns the return address of a campaign's email. */
export const returnPath = (token = '', domain = DOMAIN): string => `bounce+${token}@${domain}`

/** Sends an email to a listener. Returns the last SMTP response. */
export async function deliverTo(port: number, to: string | string[], raw: string | Buffer, from = '', localAddress = '127.0.0.1') {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port, ignoreTLS: true, localAddress })
  try {
    return (await transport.sendMail({ envelope: { from, to }, raw })).response
  } catch (error) {
    return (error as { response?: string }).response ?? String(error)
  } finally {
    transport.close()
  }
}

/** Starts services that take emails, and a database. `startListener` starts an SMTP listener that hands emails over to these services. */
export async function setUpInbound() {
  const database = await createTestDatabase('notifications', migrations)
  // The lock timeout is short, so that the listener's statements soon fail if a table is locked.
  const timeouts = { connectMs: 2_000, lockMs: 200, statementMs: 4_000 }
  const db = connect<Tables>({ url: database.url, schema: 'notifications', max: 5, timeouts, onIdleError: () => {} })
  const { log, lines } = recordingLogger()
  const [tasks, campaigns] = await Promise.all([startTaker(), startTaker()])
  const addresses = addressesOf(Buffer.alloc(32, 5))
  const handover = handoverByHttp({ TASKS_URL: tasks.url, CAMPAIGNS_URL: campaigns.url, INTERNAL_MAIL_KEY })
  const tokens = new Set<unknown>()
  const listeners: Awaited<ReturnType<typeof startMailListener>>[] = []

  function answer({ url, body: { token } }: (typeof campaigns.requests)[number]) {
    if (url === findCampaignMail.url) return { body: { isKnown: tokens.has(token) } }
    return tokens.has(token) ? {} : { status: 404, body: unknownMail }
  }
  const reset = () => {
    tasks.respond = () => ({})
    campaigns.respond = answer
  }
  reset()

  const handedOver = ({ requests }: typeof tasks, url: string, id: string) =>
    requests.filter(({ body }) => body.returnId === id || body.token === id).flatMap((each) => (each.url === url ? [each.body] : []))

  return {
    db,
    lines,
    tasks,
    campaigns,
    addresses,
    /** Lets both services take emails again. */
    reset,
    async startListener(limits: Partial<ConnectionLimits> = {}): Promise<number> {
      const listener = await startMailListener({
        ...{ db, log, handover, host: '127.0.0.1', port: 0, senderDomain: DOMAIN, reviewAddresses: addresses },
        limits: { ...connectionLimits, ...limits },
      })
      listeners.push(listener)
      return listener.port
    },
    stopListeners: async () => void (await Promise.all(listeners.splice(0).map(({ stop }) => stop()))),
    /** Returns the token of a new email of a campaign. */
    newToken(): string {
      const token = crypto.randomUUID()
      tokens.add(token)
      return token
    },
    /** Returns the id of a new review link, and the addresses in its email. */
    newLink() {
      const linkId = crypto.randomUUID()
      return { linkId, reply: addresses.addressOf('reply', linkId), bounce: addresses.addressOf('bounce', linkId) }
    },
    /** Returns the reports about a campaign's email that were handed over. */
    reportsOfCampaign: (token: string) => handedOver(campaigns, reportCampaignMail.url, token).map(({ report }) => report),
    /** Returns the reports about a review link that were handed over. */
    reports: (linkId: string) => handedOver(tasks, reportTaskMail.url, linkId).map(({ report }) => report),
    /** Returns the replies to a review link that were handed over. */
    replies: (linkId: string) => handedOver(tasks, replyToTaskMail.url, linkId).map(({ reply }) => reply as Record<string, unknown>),
    async stop() {
      await Promise.all(listeners.map(({ stop }) => stop()))
      await Promise.all([tasks.close(), campaigns.close(), db.destroy()])
      await database.drop()
    },
  }
}
