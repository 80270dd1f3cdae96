import type { AddressInfo, Socket } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/** Fault of the mail relay for one mail: it closes the connection, or delays the response to the final dot. */
export type Trouble = 'dies at DATA' | 'dies in the body' | 'dies after the dot' | 'answers late'

export interface TestRelay {
  url: string
  /** Received mails, oldest first. Mails whose response was lost are included. */
  mails: ParsedMail[]
  recipients: string[]
  /** Senders of the envelopes of the received mails, in the order of `mails`. */
  senders: string[]
  /** Error responses, one for each of the next recipients, such as `550 5.1.1 unknown`. */
  refusals: string[]
  /** Error responses to every connection, sender, recipient or mail. */
  refuses: { greeting?: string; sender?: string; recipient?: string; body?: string }
  /** If this returns true, the recipient is accepted in spite of `refusals` and `refuses.recipient`. */
  accepts?: (address: string) => boolean
  /** Maximum number of connections. Further connections are rejected with 421 and counted in `turnedAway`. */
  mostConnections: number
  turnedAway: number
  troubles: Trouble[]
  answerNow(): void
  close(): Promise<void>
}

function refusal(answer: string | undefined): Error | null {
  if (!answer) return null
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })
}

export async function startRelay(): Promise<TestRelay> {
  const mails: ParsedMail[] = []
  const recipients: string[] = []
  const senders: string[] = []
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
        senders.push(session.envelope.mailFrom ? session.envelope.mailFrom.address : '')
        mails.push(mail)
        if (trouble === 'dies after the dot') hangUp(session)
        else if (trouble === 'answers late') late.push(() => done())
        else done()
      }, done)
    },
  })
  // Without this listener, the errors of closed connections would end the process.
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
    senders,
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
