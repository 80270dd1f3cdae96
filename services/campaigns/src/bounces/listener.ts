import type { AddressInfo, Socket } from 'node:net'
import type { Logger } from '@app/chassis/logger.ts'
import type { Kysely } from 'kysely'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import type { Tables } from '../db/tables.ts'
import { findByToken } from '../suppression/token-holder.repository.ts'
import { type ConnectionLimits, connectionLimits, shareConnections } from './connections.ts'
import { fieldOf, parseEntity } from './mime.ts'
import { readNotice } from './notice.ts'
import { readReport } from './report.ts'
import { takeReport } from './take-report.ts'

export interface BounceDeps {
  /** For background work. */
  db: Kysely<Tables>
  log: Logger
  host: string
  /** 0 takes a free one. */
  port: number
  /** Of the addresses that mails come back to. */
  senderDomain: string
  limits?: ConnectionLimits
}

/** With the mail that comes back, picture included. */
const LARGEST_BYTES = 20 * 1024 * 1024
/** The report stands before it. */
const KEPT_BYTES = 256 * 1024
const MOST_RECIPIENTS = 20
const SILENCE_MS = 30_000
const CLOSE_MS = 1_000
const LOGGED_CHARS = 200

const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })

type SocketOptions = Parameters<SMTPServer['connect']>[1]

/** An SMTP server that starts a session only for connections that `admit` gives an id, which becomes the session's id. */
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

/** Returns the first `KEPT_BYTES` of a message; reads and discards the rest. */
async function headOf(stream: SMTPServerDataStream): Promise<string> {
  const kept: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (size < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - size))
    size += chunk.length
  }
  return Buffer.concat(kept).toString('latin1')
}

/**
 * Accepts bounces and complaints by SMTP, for the return addresses of sent emails only. Accepts messages that it does not
 * understand, too, and logs them. It never sends an email.
 */
export async function startBounceListener({ db, log, host, port, senderDomain, limits = connectionLimits }: BounceDeps) {
  const connections = shareConnections(limits)

  /** As `bounce+<token>@<sender domain>`, where mails come back to. */
  function tokenIn(address: string): string | undefined {
    const [, token, domain] = /^bounce\+([\w-]+)@(.+)$/i.exec(address) ?? []
    return domain?.toLowerCase() === senderDomain.toLowerCase() ? token : undefined
  }

  async function checkRecipient(address: string, { envelope }: SMTPServerSession): Promise<void> {
    if (envelope.rcptTo.length >= MOST_RECIPIENTS) throw refusal(452, 'Too many recipients')
    const token = tokenIn(address)
    if (!token || !(await findByToken(db, token))) throw refusal(550, 'No such address')
  }

  async function take(stream: SMTPServerDataStream, { id, envelope, remoteAddress }: SMTPServerSession): Promise<void> {
    connections.enterPhase(id, 'message')
    const message = await headOf(stream)
    connections.enterPhase(id, 'processing')
    if (stream.sizeExceeded) throw refusal(552, 'Too large')
    // Mail servers have no address that is answered to (RFC 5321 §4.5.5).
    const isOfServer = !envelope.mailFrom || envelope.mailFrom.address === ''
    const report = readReport(message) ?? (isOfServer ? readNotice(message) : undefined)
    const tokens = envelope.rcptTo.map(({ address }) => tokenIn(address) ?? '')
    if (!report) return logUnknownReport(message, tokens, remoteAddress)
    // Of a campaign there may be thousands; the ledger has each.
    log.debug({ report: report.kind }, 'a mail came back')
    for (const token of tokens) {
      const suspended = await takeReport(db, token, report)
      if (suspended)
        log.warn(
          { company: suspended.companyId, dispatch: suspended.dispatchId },
          'sending of a company is suspended: too many bounces or complaints',
        )
    }
  }

  /** What an operator needs to find out what it is; addresses are not logged. */
  async function logUnknownReport(message: string, tokens: readonly string[], client: string): Promise<void> {
    const { head } = parseEntity(message)
    const deliveries = await Promise.all(tokens.map(async (token) => (await findByToken(db, token))?.mailId))
    const subject = fieldOf(head, 'Subject')
      .slice(0, LOGGED_CHARS)
      // Bounded: 200 characters, by the slice above.
      .replace(/\S+@\S+/g, '…')
    const fields = {
      deliveries,
      client,
      subject,
      contentType: fieldOf(head, 'Content-Type'),
      autoSubmitted: fieldOf(head, 'Auto-Submitted'),
    }
    log.warn(fields, 'what came back of a mail is not understood, nothing follows from it')
  }

  /** Asks the sender to retry with a message that could not be stored. */
  function answerLater(error: Error): Error {
    if ('responseCode' in error) return error
    // The connection closed in the middle of the message: nothing is wrong here.
    if ('code' in error && error.code === 'ECONNECTION') return error
    log.warn({ err: error }, 'a mail that came back could not be taken')
    return refusal(451, 'Please try again later')
  }

  const options: SMTPServerOptions = {
    name: senderDomain,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: LARGEST_BYTES,
    socketTimeout: SILENCE_MS,
    closeTimeout: CLOSE_MS,
    onRcptTo: ({ address }, session, done) =>
      checkRecipient(address, session).then(
        () => done(),
        (error) => done(answerLater(error)),
      ),
    onData: (stream, session, done) =>
      take(stream, session)
        .finally(() => connections.enterPhase(session.id, 'commands'))
        .then(
          () => done(),
          (error) => done(answerLater(error)),
        ),
  }
  const server = new GuardedServer(options, connections.admit)
  server.on('error', (error) => log.debug({ err: error }, 'a connection for bounces broke'))
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
