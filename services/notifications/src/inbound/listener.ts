import type { AddressInfo, Socket } from 'node:net'
import type { Logger } from '@app/chassis/logging/logger.ts'
import type { MailReport } from '@app/contracts/http/inbound-mail.ts'
import type { Kysely } from 'kysely'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import type { Tables } from '../db/tables.ts'
import type { ReviewAddresses } from '../mail/review-addresses.ts'
import { type ConnectionLimits, connectionLimits, shareConnections } from './connections.ts'
import type { Handover } from './handover.ts'
import { fieldOf, isHeaderTooLarge, parseEntity } from './parsing/mime.ts'
import { readNotice } from './parsing/notice.ts'
import { readReport } from './parsing/report.ts'
import { type ReceivedMail, receiveTaskMail } from './receive-task-mail.ts'
import { noSuchAddress, refusal } from './refusal.ts'

interface MailListenerDeps {
  /** Connection pool for background jobs. */
  db: Kysely<Tables>
  log: Logger
  host: string
  /** 0 means any free port. */
  port: number
  /** Domain of the return addresses of campaign emails. */
  senderDomain: string
  /** Addresses of emails about tasks. When undefined, replies and bounces of these emails are rejected. */
  reviewAddresses?: ReviewAddresses | undefined
  handover: Handover
  limits?: ConnectionLimits
}

/** Maximum size of a message, including the returned email and its image. */
const MAX_BYTES = 20 * 1024 * 1024
/** Only this many bytes of a message are parsed. They contain the report, which precedes the returned email. */
const HEAD_BYTES = 256 * 1024
const MAX_RECIPIENTS = 20
const IDLE_TIMEOUT_MS = 30_000
const CLOSE_TIMEOUT_MS = 1_000
const MAX_LOGGED_CHARS = 200

type SocketOptions = Parameters<SMTPServer['connect']>[1]

/** An SMTP server that starts a session only if `admit` returns an id for the connection. The session gets that id. */
class GuardedServer extends SMTPServer {
  readonly #admit: (socket: Socket) => string | undefined

  constructor(options: SMTPServerOptions, admit: (socket: Socket) => string | undefined) {
    super(options)
    this.#admit = admit
  }

  override connect(socket: Socket, options?: SocketOptions): void {
    const id = this.#admit(socket)
    if (id) super.connect(socket, { ...options, id })
  }
}

/** Reads a message completely. Returns its beginning, and whether this is the whole message. */
async function headOf(stream: SMTPServerDataStream): Promise<{ message: string; isTruncated: boolean }> {
  const kept: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (size < HEAD_BYTES) kept.push(chunk.subarray(0, HEAD_BYTES - size))
    size += chunk.length
  }
  return { message: Buffer.concat(kept).toString('latin1'), isTruncated: size > HEAD_BYTES }
}

/**
 * Starts the SMTP listener for bounces, complaints and replies. The listener accepts only messages to the return and reply addresses that
 * sent emails contain, and sends no email. It accepts a message when the service whose email the message answers has stored it.
 */
export async function startMailListener(deps: MailListenerDeps) {
  const { db, log, host, port, senderDomain, reviewAddresses, handover, limits = connectionLimits } = deps
  const connections = shareConnections(limits)

  /** Returns the token of a return address, `bounce+<token>@<sender domain>`, or undefined for any other address. */
  function tokenIn(address: string): string | undefined {
    const [, token, domain] = /^bounce\+([\w-]{1,200})@(.+)$/i.exec(address) ?? []
    return domain?.toLowerCase() === senderDomain.toLowerCase() ? token : undefined
  }

  async function checkRecipient(address: string, { envelope }: SMTPServerSession): Promise<void> {
    if (envelope.rcptTo.length >= MAX_RECIPIENTS) throw refusal(452, 'Too many recipients')
    if (reviewAddresses?.parse(address)) return
    const token = tokenIn(address)
    if (!token || !(await handover.isCampaignMail(token))) throw noSuchAddress()
  }

  async function take(stream: SMTPServerDataStream, { id, envelope, remoteAddress }: SMTPServerSession): Promise<void> {
    connections.enterPhase(id, 'message')
    const { message, isTruncated } = await headOf(stream)
    connections.enterPhase(id, 'processing')
    if (stream.sizeExceeded) throw refusal(552, 'Too large')
    if (isHeaderTooLarge(message)) throw refusal(552, '5.3.4 The header is too large')
    const envelopeFrom = envelope.mailFrom ? envelope.mailFrom.address : ''
    // Bounces of mail servers have an empty reverse-path (RFC 5321 §4.5.5).
    const report = readReport(message) ?? (envelopeFrom === '' ? readNotice(message) : undefined)
    const mail: ReceivedMail = { message, isTruncated, report, envelopeFrom }
    const tokens: string[] = []
    for (const { address } of envelope.rcptTo) {
      const target = reviewAddresses?.parse(address)
      if (reviewAddresses && target) await receiveTaskMail({ db, log, addresses: reviewAddresses, handover }, target, mail)
      else tokens.push(tokenIn(address) ?? '')
    }
    if (tokens.length > 0) await takeCampaignMail(message, report, tokens, remoteAddress)
  }

  async function takeCampaignMail(
    message: string,
    report: MailReport | undefined,
    tokens: readonly string[],
    client: string,
  ): Promise<void> {
    if (!report) return logUnknownReport(message, client)
    // Logged at debug level, because a campaign may have thousands of bounces. The ledger records each bounce.
    log.debug({ report: report.kind }, 'a report about an email was received')
    for (const token of tokens) await handover.reportCampaignMail(token, report)
  }

  /** Logs headers of a message that cannot be parsed. Does not log email addresses. */
  function logUnknownReport(message: string, client: string): void {
    const { head } = parseEntity(message)
    const subject = fieldOf(head, 'Subject')
      .slice(0, MAX_LOGGED_CHARS)
      // The expression takes quadratic time for a long text. Bounded: 200 characters, because `slice` has truncated the subject.
      .replace(/\S+@\S+/g, '…')
    const fields = {
      client,
      subject,
      contentType: fieldOf(head, 'Content-Type'),
      autoSubmitted: fieldOf(head, 'Auto-Submitted'),
    }
    log.warn(fields, 'cannot parse a message about an email; it is ignored')
  }

  /** Turns an unexpected error into a temporary SMTP error, so that the mail server sends the message again later. */
  function toTemporaryError(error: Error): Error {
    if ('responseCode' in error) return error
    // The client closed the connection during a message. This is not an error of the listener.
    if ('code' in error && error.code === 'ECONNECTION') return error
    log.warn({ err: error }, 'cannot hand over a message about an email')
    return refusal(451, 'Please try again later')
  }

  const options: SMTPServerOptions = {
    name: senderDomain,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: MAX_BYTES,
    socketTimeout: IDLE_TIMEOUT_MS,
    closeTimeout: CLOSE_TIMEOUT_MS,
    onRcptTo: ({ address }, session, done) =>
      checkRecipient(address, session).then(
        () => done(),
        (error) => done(toTemporaryError(error)),
      ),
    onData: (stream, session, done) =>
      take(stream, session)
        .finally(() => connections.enterPhase(session.id, 'commands'))
        .then(
          () => done(),
          (error) => done(toTemporaryError(error)),
        ),
  }
  const server = new GuardedServer(options, connections.admit)
  server.on('error', (error) => log.debug({ err: error }, 'a connection of the mail listener failed'))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, host, resolve)
  await promise
  return {
    port: (server.server.address() as AddressInfo).port,
    stop() {
      connections.stop()
      return new Promise<void>((closed) => server.close(closed))
    },
  }
}
