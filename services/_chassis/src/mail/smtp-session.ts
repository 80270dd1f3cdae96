import { Readable } from 'node:stream'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Message } from './message.ts'
import { reasonOf, type Verdict, verdictOf } from './verdict.ts'

const CONNECT_LIMIT_MS = 10_000
/** From the first word to the last byte of the body. */
const HAND_OVER_LIMIT_MS = 90_000
/** RFC 5321 §4.5.3.2.6: who waits shorter for the answer to the final dot makes duplicates. */
const ANSWER_LIMIT_MS = 10 * 60_000

const PIECE_BYTES = 64 * 1024

export interface Handing {
  /** Runs when all but the final dot has left. The dot stays where it is if this throws. */
  beforeDot(): Promise<void>
  /** Stops waiting. */
  signal: AbortSignal
}

/** A connection to the relay, for one mail after the other. */
export interface SmtpSession {
  send(message: Message, handing: Handing): Promise<Verdict>
  /** Whether another mail may be sent on it. */
  isOpen(): boolean
  close(): void
}

const failure = (code: string) => Object.assign(new Error(code), { code })

/** Connects and signs in. Rejects with nodemailer's error. */
export async function openSession(url: string): Promise<SmtpSession> {
  const { auth, ...options } = parseConnectionUrl(url)
  const connection = new SMTPConnection({
    ...options,
    connectionTimeout: CONNECT_LIMIT_MS,
    greetingTimeout: CONNECT_LIMIT_MS,
    dnsTimeout: CONNECT_LIMIT_MS,
    // The waits that matter are watched here.
    socketTimeout: 2 * ANSWER_LIMIT_MS,
  })
  let isOpen = true
  /** Ends what is asked at the moment; nothing once that has its answer. */
  let interrupt: (error: unknown) => void = () => {}
  const end = (error: unknown) => {
    isOpen = false
    interrupt(error)
    connection.close()
  }
  connection.on('error', end)
  connection.on('end', () => {
    isOpen = false
    // A last answer (421) is told right after the end that it announces.
    queueMicrotask(() => end(failure('ECONNECTION')))
  })

  /** Settles when the command has been answered, or on an error, a lost connection or a timeout. */
  const ask = (asked: (done: (error?: unknown) => void) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      interrupt = reject
      if (!isOpen) return reject(failure('ECONNECTION'))
      asked((error) => (error ? reject(error) : resolve()))
    })
  const startTimer = (ms: number): NodeJS.Timeout => setTimeout(() => interrupt(failure('ETIMEDOUT')), ms)

  const timer = startTimer(HAND_OVER_LIMIT_MS)
  try {
    await ask((done) => connection.connect(done))
    if (auth) await ask((done) => connection.login(auth, done))
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
      let timer = startTimer(HAND_OVER_LIMIT_MS)
      let hasDotLeft = false
      const stop = () => interrupt(failure('EABORT'))
      signal.addEventListener('abort', stop, { once: true })
      async function* body() {
        // In pieces, so that the end is not near before the relay has read what comes before it.
        for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
        await beforeDot()
        if (!isOpen || signal.aborted) throw failure('ECONNECTION')
        hasDotLeft = true
        clearTimeout(timer)
        timer = startTimer(ANSWER_LIMIT_MS)
      }
      try {
        if (signal.aborted) throw failure('EABORT')
        await ask((done) => connection.send(envelope, Readable.from(body(), { objectMode: false }), done))
        return { kind: 'accepted' }
      } catch (error) {
        end(error)
        const { code, command, responseCode } = error as { code?: unknown; command?: string; responseCode?: number }
        const isAnswered = responseCode !== undefined && (!hasDotLeft || command === 'DATA')
        if (isAnswered || code === 'EENVELOPE') return verdictOf(error)
        return { kind: hasDotLeft ? 'unknown' : 'lost', reason: signal.aborted ? 'EABORT' : reasonOf(error) }
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', stop)
      }
    },
  }
}
