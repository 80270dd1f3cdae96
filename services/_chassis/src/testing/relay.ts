import type { AddressInfo, Socket } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/** How a relay treats a mail: hangs up at DATA, before it has all of the body, or once it has the final dot; or answers that late. */
export type Trouble = 'dies at DATA' | 'dies in the body' | 'dies after the dot' | 'answers late'

export interface TestRelay {
  url: string
  /** What it took, answered or not, oldest first. */
  mails: ParsedMail[]
  /** Whom it was for: the addresses of the envelopes. */
  recipients: string[]
  /** Answers to the next recipients, such as `550 5.1.1 unknown`, one each; accepts when there are none. */
  refusals: string[]
  /** An answer to whatever comes, at that point, for as long as it stands here. */
  refuses: { greeting?: string; sender?: string; recipient?: string; body?: string }
  /** Takes recipients for whom this says so, whatever it refuses. */
  accepts?: (address: string) => boolean
  /** Turns further connections away, as crowded relays do; how often it did. */
  mostConnections: number
  turnedAway: number
  /** What happens to the next mails, one each. */
  troubles: Trouble[]
  /** Gives the answers that are late. */
  answerNow(): void
  close(): Promise<void>
}

function refusal(answer: string | undefined): Error | null {
  if (!answer) return null
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })
}

/** A real SMTP server that keeps what it takes, and misbehaves as it is told. */
export async function startRelay(): Promise<TestRelay> {
  const mails: ParsedMail[] = []
  const recipients: string[] = []
  const refusals: string[] = []
  const refuses: TestRelay['refuses'] = {}
  const troubles: Trouble[] = []
  const late: (() => void)[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onConnect(_session, done) {
      const isCrowded = server.connections.size > relay.mostConnections
      if (isCrowded) relay.turnedAway += 1
      done(refusal(isCrowded ? '421 4.7.0 Too many connections' : refuses.greeting))
    },
    onMailFrom: (_address, _session, done) => done(refusal(refuses.sender)),
    onRcptTo: ({ address }, _session, done) =>
      done(refusal(relay.accepts?.(address) ? undefined : (refusals.shift() ?? refuses.recipient))),
    onData(stream, session, done) {
      const trouble = troubles.shift()
      if (trouble === 'dies at DATA') return hangUp(session)
      if (trouble === 'dies in the body') return void stream.once('readable', () => hangUp(session))
      simpleParser(stream).then((mail) => {
        const refused = refusal(refuses.body)
        if (refused) return done(refused)
        recipients.push(...session.envelope.rcptTo.map(({ address }) => address))
        mails.push(mail)
        if (trouble === 'dies after the dot') hangUp(session)
        else if (trouble === 'answers late') late.push(() => done())
        else done()
      }, done)
    },
  })
  // Whoever hangs up, and is hung up on, is no trouble of the server's.
  server.on('error', () => {})
  const hangUp = ({ id }: SMTPServerSession): void => {
    for (const connection of server.connections as Set<{ id: string; _socket: Socket }>) {
      if (connection.id === id) connection._socket.destroy()
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const answerNow = () => {
    for (const answer of late.splice(0)) answer()
  }
  const relay: TestRelay = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    recipients,
    refusals,
    refuses,
    mostConnections: Number.POSITIVE_INFINITY,
    turnedAway: 0,
    troubles,
    answerNow,
    close: () => {
      answerNow()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return relay
}
