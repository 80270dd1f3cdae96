import { inSpan } from '../tracing/span.ts'
import type { Message } from './message.ts'
import { type Handing, openSession, type SmtpSession } from './smtp-session.ts'
import { reasonOf, type Verdict } from './verdict.ts'

export interface MailTransport {
  /** Sends a mail to the mail relay. Never throws: errors are returned as a verdict. */
  send(message: Message, handing: Handing): Promise<Verdict>
  /** Rejects if the last attempt to connect failed. Opens no connection. */
  check(): Promise<void>
  close(): void
}

const IDLE_TIMEOUT_MS = 10_000
/** Status in the greeting of a mail relay that accepts no more connections at the moment. */
const CROWDED = 421

/** Creates a transport with one connection per concurrent mail. Idle connections are closed after 10 s. */
export function smtpTransport(url: string): MailTransport {
  const idle = new Map<SmtpSession, NodeJS.Timeout>()
  let isClosed = false
  let connectError: unknown

  function takeIdle(): SmtpSession | undefined {
    for (const [session, timer] of idle) {
      idle.delete(session)
      clearTimeout(timer)
      if (session.isOpen()) return session
    }
    return undefined
  }

  function keep(session: SmtpSession): void {
    if (isClosed) session.close()
    if (!session.isOpen()) return
    const timer = setTimeout(() => {
      idle.delete(session)
      session.close()
    }, IDLE_TIMEOUT_MS)
    idle.set(session, timer)
  }

  async function sendOn(session: SmtpSession, message: Message, handing: Handing): Promise<Verdict> {
    const verdict = await session.send(message, handing)
    keep(session)
    return verdict
  }

  async function send(message: Message, handing: Handing): Promise<Verdict> {
    const kept = takeIdle()
    const verdict = kept && (await sendOn(kept, message, handing))
    // If the idle connection was lost, for example because the mail relay closed it, the mail is sent on a new connection.
    if (verdict && (verdict.kind !== 'lost' || handing.signal.aborted)) return verdict
    try {
      const session = await openSession(url)
      connectError = undefined
      return await sendOn(session, message, handing)
    } catch (error) {
      connectError = error
      return { kind: 'away', reason: reasonOf(error), isCrowded: (error as { responseCode?: number }).responseCode === CROWDED }
    }
  }

  return {
    send: (message, handing) =>
      inSpan(
        () => ({ name: 'SMTP', kind: 'client', attributes: { 'server.address': new URL(url).host } }),
        async (note) => {
          const verdict = await send(message, handing)
          note({ 'smtp.verdict': verdict.kind, 'smtp.reason': verdict.kind === 'accepted' ? undefined : verdict.reason })
          return verdict
        },
      ),
    async check() {
      if (connectError) throw connectError
    },
    close() {
      isClosed = true
      for (const [session, timer] of idle) {
        clearTimeout(timer)
        session.close()
      }
      idle.clear()
    },
  }
}
