import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

export interface TestRelay {
  url: string
  /** What was accepted, oldest first. */
  mails: ParsedMail[]
  /** Whom it was for: the addresses of the envelopes. */
  recipients: string[]
  /** SMTP status codes to answer the next recipients with, one each; accepts when there are none. */
  refusals: number[]
  close(): Promise<void>
}

/** A real SMTP server that keeps what it takes. */
export async function startRelay(): Promise<TestRelay> {
  const mails: ParsedMail[] = []
  const recipients: string[] = []
  const refusals: number[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo(_address, _session, done) {
      const responseCode = refusals.shift()
      done(responseCode ? Object.assign(new Error('not now'), { responseCode }) : null)
    },
    onData(stream, { envelope }, done) {
      simpleParser(stream).then((mail) => {
        recipients.push(...envelope.rcptTo.map(({ address }) => address))
        mails.push(mail)
        done()
      }, done)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    recipients,
    refusals,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
