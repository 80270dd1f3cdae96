import assert from 'node:assert/strict'
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

/** Checks that the listener for bounces at this port works: it rejects a bounce of an email that the product has not sent. */
export async function checkBounceListener(port: number): Promise<void> {
  await assert.rejects(deliverMail(port, '', 'bounce+nobody@mail.localhost', 'Subject: Not delivered\n\nNo such mailbox\n'), /550/)
}
