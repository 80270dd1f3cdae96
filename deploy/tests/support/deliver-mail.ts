import nodemailer from 'nodemailer'

/** Delivers a raw email to an SMTP server on this machine. Returns the server's response, and throws if the server refuses the email. */
export async function deliverMail(port: number, from: string, to: string, raw: string): Promise<string> {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  try {
    return (await transport.sendMail({ envelope: { from, to }, raw: raw.replaceAll('\n', '\r\n') })).response
  } finally {
    transport.close()
  }
}
