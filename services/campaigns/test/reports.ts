const lines = (...parts: string[]): string => parts.join('\r\n')

/** A delivery report as mail servers send it (RFC 3464), with the mail that it is about. */
export function deliveryReport({
  action = 'failed',
  status = '5.1.1',
  boundary = 'report',
  within = '',
  returned = 'Subject: Winter bread\r\n\r\nCome and taste.',
} = {}): string {
  const report = lines(
    `Content-Type: multipart/report; report-type=delivery-status;`,
    ` boundary="${boundary}"`,
    '',
    'This is a MIME message.',
    `--${boundary}`,
    'Content-Type: text/plain',
    '',
    'I am sorry to have to tell you that your mail was not delivered. Action: none',
    `--${boundary}`,
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.bakery.example',
    '',
    'Final-Recipient: rfc822; ann@bakery.example',
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1 no such user',
    `--${boundary}`,
    'Content-Type: message/rfc822',
    '',
    returned,
    `--${boundary}--`,
    '',
  )
  const head = lines('From: MAILER-DAEMON@mx.bakery.example', 'Subject: Undelivered mail', 'MIME-Version: 1.0', '')
  if (!within) return head + report
  return `${head}${lines(`Content-Type: multipart/mixed; boundary=${within}`, '', `--${within}`, report, `--${within}--`, '')}`
}

/** What mailbox providers send when somebody presses "Spam" (RFC 5965). */
export const complaint = (type = 'abuse'): string =>
  lines(
    'From: feedback@provider.example',
    'Content-Type: multipart/report; report-type=feedback-report; boundary=arf',
    '',
    '--arf',
    'Content-Type: text/plain',
    '',
    'This is an abuse report.',
    '--arf',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: Provider/1.0',
    'Version: 1',
    '--arf--',
    '',
  )
