import type { AddressInfo, Socket } from 'node:net'
import type { Logger } from '@app/chassis/logger.ts'
import type { Kysely } from 'kysely'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import type { Tables } from '../db/tables.ts'
import { findByToken } from '../suppression/mail-recipient.repository.ts'
import { type ConnectionLimits, connectionLimits, shareConnections } from './connections.ts'
import { fieldOf, parseEntity } from './mime.ts'
import { readNotice } from './notice.ts'
import { recordReport } from './record-report.ts'
import { readReport } from './report.ts'

export interface BounceDeps {
  /** Connection pool for background jobs. */
  db: Kysely<Tables>
  log: Logger
  host: string
  /** 0 means any free port. */
  port: number
  /** Domain of the return addresses. */
  senderDomain: string
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

const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })

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

async function headOf(stream: SMTPServerDataStream): Promise<string> {
  const kept: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (size < HEAD_BYTES) kept.push(chunk.subarray(0, HEAD_BYTES - size))
    size += chunk.length
  }
  return Buffer.concat(kept).toString('latin1')
}

/** Starts the SMTP listener for bounces and complaints. It accepts only messages to return addresses of sent emails, and sends no email. */
export async function startBounceListener({ db, log, host, port, senderDomain, limits = connectionLimits }: BounceDeps) {
  const connections = shareConnections(limits)

  /** Returns the token of a return address, `bounce+<token>@<sender domain>`, or undefined for any other address. */
  function tokenIn(address: string): string | undefined {
    const [, token, domain] = /^bounce\+([\w-]+)@(.+)$/i.exec(address) ?? []
    return domain?.toLowerCase() === senderDomain.toLowerCase() ? token : undefined
  }

  async function checkRecipient(address: string, { envelope }: SMTPServerSession): Promise<void> {
    if (envelope.rcptTo.length >= MAX_RECIPIENTS) throw refusal(452, 'Too many recipients')
    const token = tokenIn(address)
    if (!token || !(await findByToken(db, token))) throw refusal(550, 'No such address')
  }

  async function take(stream: SMTPServerDataStream, { id, envelope, remoteAddress }: SMTPServerSession): Promise<void> {
    connections.enterPhase(id, 'message')
    const message = await headOf(stream)
    connections.enterPhase(id, 'processing')
    if (stream.sizeExceeded) throw refusal(552, 'Too large')
    // Bounces of mail servers have an empty reverse-path (RFC 5321 §4.5.5).
    const isOfServer = !envelope.mailFrom || envelope.mailFrom.address === ''
    const report = readReport(message) ?? (isOfServer ? readNotice(message) : undefined)
    const tokens = envelope.rcptTo.map(({ address }) => tokenIn(address) ?? '')
    if (!report) return logUnknownReport(message, tokens, remoteAddress)
    // Logged at debug level, because a campaign may have thousands of bounces. The ledger records each bounce.
    log.debug({ report: report.kind }, 'a report about an email was received')
    for (const token of tokens) {
      const suspended = await recordReport(db, token, report)
      if (suspended)
        log.warn(
          { company: suspended.companyId, dispatch: suspended.dispatchId },
          'a company was suspended: too many bounces or complaints',
        )
    }
  }

  /** Logs the ids of the deliveries that an unparsable message is about. Does not log email addresses. */
  async function logUnknownReport(message: string, tokens: readonly string[], client: string): Promise<void> {
    const { head } = parseEntity(message)
    const deliveries = await Promise.all(tokens.map(async (token) => (await findByToken(db, token))?.mailId))
    const subject = fieldOf(head, 'Subject')
      .slice(0, MAX_LOGGED_CHARS)
      // Bounded: 200 characters, because `slice` has truncated the subject.
      .replace(/\S+@\S+/g, '…')
    const fields = {
      deliveries,
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
    log.warn({ err: error }, 'cannot store a message about an email')
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
  server.on('error', (error) => log.debug({ err: error }, 'a connection of the bounce listener failed'))
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
