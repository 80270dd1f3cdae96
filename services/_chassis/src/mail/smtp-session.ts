import { Readable } from 'node:stream'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Message } from './message.ts'
import { reasonOf, type Verdict, verdictOf } from './verdict.ts'

const CONNECT_LIMIT_MS = 10_000
/**
 * Time limit for connecting and authenticating together (`CONNECT_LIMIT_MS` limits the single steps of connecting). It is also the limit
 * for sending a mail up to the end of its body.
 */
const SEND_LIMIT_MS = 90_000
/** Time limit of the response to the final dot, which ends a mail. A shorter limit causes duplicates (RFC 5321, section 4.5.3.2.6). */
const RESPONSE_LIMIT_MS = 10 * 60_000

const CHUNK_BYTES = 64 * 1024

export interface Handing {
  /** Called when all data except the final dot (the end of the mail) is sent. If the promise rejects, the dot is not sent. */
  beforeDot(): Promise<void>
  signal: AbortSignal
}

/** A connection to the mail relay. It sends one mail at a time. */
export interface SmtpSession {
  send(message: Message, handing: Handing): Promise<Verdict>
  isOpen(): boolean
  close(): void
}

const failure = (code: string) => Object.assign(new Error(code), { code })

/** Connects to the mail relay and authenticates. Rejects with nodemailer's error. */
export async function openSession(url: string): Promise<SmtpSession> {
  const { auth, ...options } = parseConnectionUrl(url)
  const connection = new SMTPConnection({
    ...options,
    connectionTimeout: CONNECT_LIMIT_MS,
    greetingTimeout: CONNECT_LIMIT_MS,
    dnsTimeout: CONNECT_LIMIT_MS,
    // The timers below are shorter than this timeout and limit each step.
    socketTimeout: 2 * RESPONSE_LIMIT_MS,
  })
  let isOpen = true
  let interrupt: (error: unknown) => void = () => {}
  const end = (error: unknown) => {
    isOpen = false
    interrupt(error)
    connection.close()
  }
  connection.on('error', end)
  connection.on('end', () => {
    isOpen = false
    // nodemailer reports a final response (421) right after the `end` event, so the session waits one microtask.
    queueMicrotask(() => end(failure('ECONNECTION')))
  })

  const run = (command: (done: (error?: unknown) => void) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      interrupt = reject
      if (!isOpen) return reject(failure('ECONNECTION'))
      command((error) => (error ? reject(error) : resolve()))
    })
  const startTimer = (ms: number): NodeJS.Timeout => setTimeout(() => interrupt(failure('ETIMEDOUT')), ms)

  const timer = startTimer(SEND_LIMIT_MS)
  try {
    await run((done) => connection.connect(done))
    if (auth) await run((done) => connection.login(auth, done))
  } catch (error) {
    end(error)
    throw error
  } finally {
    clearTimeout(timer)
  }

  return {
    isOpen: () => isOpen,
    close: () => end(failure('ECONNECTION')),
    async send({ envelope, bytes }, { beforeDot, signal }) {
      let timer = startTimer(SEND_LIMIT_MS)
      let isDotSent = false
      const stop = () => interrupt(failure('EABORT'))
      signal.addEventListener('abort', stop, { once: true })
      async function* body() {
        // Because of backpressure, `beforeDot` is called only when the mail relay has read all but the last chunks.
        for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES)
        await beforeDot()
        if (!isOpen || signal.aborted) throw failure('ECONNECTION')
        isDotSent = true
        clearTimeout(timer)
        timer = startTimer(RESPONSE_LIMIT_MS)
      }
      try {
        if (signal.aborted) throw failure('EABORT')
        await run((done) => connection.send(envelope, Readable.from(body(), { objectMode: false }), done))
        return { kind: 'accepted' }
      } catch (error) {
        end(error)
        const { code, command, responseCode } = error as { code?: unknown; command?: string; responseCode?: number }
        const hasResponse = responseCode !== undefined && (!isDotSent || command === 'DATA')
        if (hasResponse || code === 'EENVELOPE') return verdictOf(error)
        return { kind: isDotSent ? 'unknown' : 'lost', reason: signal.aborted ? 'EABORT' : reasonOf(error) }
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', stop)
      }
    },
  }
}
