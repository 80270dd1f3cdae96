import { inSpan } from '../tracing/span.ts'
import type { Message } from './message.ts'
import { type Handing, openSession, type SmtpSession } from './smtp-session.ts'
import { reasonOf, type Verdict } from './verdict.ts'

export interface MailTransport {
  /** Hands a mail to the relay. Never throws: what went wrong is in the verdict. */
  send(message: Message, handing: Handing): Promise<Verdict>
  /** Rejects where the relay did not let anybody in the last time a mail was to be sent. Connects to nothing itself. */
  check(): Promise<void>
  close(): void
}

const KEPT_IDLE_MS = 10_000
/** As the first word: the relay takes no more connections for now. */
const CROWDED = 421

/** Connections to the relay at `url`: as many as mails are sent at once, kept for a while for the next ones. */
export function smtpTransport(url: string): MailTransport {
  const idle = new Map<SmtpSession, NodeJS.Timeout>()
  let isClosed = false
  let awayFor: unknown

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
    }, KEPT_IDLE_MS)
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
    // Relays close what was idle: that says nothing of the mail.
    if (verdict && (verdict.kind !== 'lost' || handing.signal.aborted)) return verdict
    try {
      const session = await openSession(url)
      awayFor = undefined
      return await sendOn(session, message, handing)
    } catch (error) {
      awayFor = error
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
      if (awayFor) throw awayFor
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
