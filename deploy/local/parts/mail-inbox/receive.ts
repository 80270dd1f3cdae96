import { randomUUID } from 'node:crypto'
import type { HeaderLines, Source } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import type { PartLog } from '../log.ts'
import type { Mail } from './mailbox.ts'

const LARGEST_MAIL = 30 * 1024 * 1024

const noSuchMailbox = () => Object.assign(new Error('5.1.1 There is no such mailbox.'), { responseCode: 550 })

/**
 * Creates an SMTP server that passes every mail to `keep`, except to addresses that are closed. It has no authentication and no TLS, so it
 * must listen on loopback only.
 */
export function createReceiver(
  keep: (mail: Mail) => Promise<void>,
  log: PartLog,
  isClosed: (address: string) => boolean = () => false,
): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: LARGEST_MAIL,
    onRcptTo({ address }, _session, callback) {
      callback(isClosed(address) ? noSuchMailbox() : null)
    },
    onData(stream, { envelope }, callback) {
      const recipients = envelope.rcptTo.map(({ address }) => address)
      const receive = async () => {
        const mail = await read(stream, recipients)
        if (stream.sizeExceeded) throw Object.assign(new Error('The mail is larger than 30 MB.'), { responseCode: 552 })
        await keep(mail).catch((cause: Error) => {
          log.warn(`Mail inbox: rejected a mail because it could not be stored: ${cause.message}`)
          throw Object.assign(new Error('The mail could not be stored; please try again later.', { cause }), { responseCode: 452 })
        })
      }
      receive().then(() => callback(), callback)
    },
  })
  server.on('error', (error) => log.warn(`Mail inbox: ${error.message}`))
  return server
}

async function read(stream: Source, recipients: string[]): Promise<Mail> {
  // The parser is loaded with the first mail, because it needs about as much memory as a service.
  const { simpleParser } = await import('mailparser')
  const { from, subject = '', text = '', html, headerLines } = await simpleParser(stream)
  return {
    id: randomUUID(),
    receivedAt: new Date().toISOString(),
    from: from?.text ?? '',
    to: recipients.join(', '),
    subject,
    text,
    html: html || '',
    headers: readable(headerLines),
  }
}

/** Returns the unfolded header values by lower-case name. Line breaks separate the values of a repeated header. */
function readable(lines: HeaderLines): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const { key, line } of lines) {
    const value = line
      .slice(line.indexOf(':') + 1)
      .replace(/\r?\n\s+/g, ' ')
      .trim()
    headers[key] = headers[key] === undefined ? value : `${headers[key]}\n${value}`
  }
  return headers
}
