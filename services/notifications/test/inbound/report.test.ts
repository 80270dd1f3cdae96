import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { readReport } from '../../src/inbound/parsing/report.ts'
import { complaint, deliveryReport } from './reports.ts'

const failed = (status: string) => ({ kind: 'delivery', action: 'failed', status })

describe('a report', () => {
  test.each([
    ['of a failure', deliveryReport(), failed('5.1.1')],
    ['of a delay', deliveryReport({ action: 'delayed', status: '4.4.1' }), { kind: 'delivery', action: 'delayed', status: '4.4.1' }],
    ['of a delivery', deliveryReport({ action: 'relayed', status: '2.0.0' }), { kind: 'delivery', action: 'delivered', status: '2.0.0' }],
    ['with bare line feeds', deliveryReport().replaceAll('\r\n', '\n'), failed('5.1.1')],
    ['in other letter case, with folded lines', deliveryReport().replace('Action: failed', 'ACTION:\r\n  Failed'), failed('5.1.1')],
    ['without a status', deliveryReport({ status: 'none' }), failed('')],
    ['whose boundary starts like another boundary', deliveryReport({ boundary: 'part_1', within: 'part_' }), failed('5.1.1')],
    ['inside a part that a scanner added', deliveryReport({ within: 'around' }), failed('5.1.1')],
    ['that is cut off after the report', deliveryReport().slice(0, deliveryReport().indexOf('message/rfc822') + 20), failed('5.1.1')],
    ['of a complaint', complaint(), { kind: 'complaint' }],
    ['of fraud', complaint('fraud'), { kind: 'complaint' }],
  ])('%s is parsed', (_what, message, report) => expect(readReport(message)).toEqual(report))

  test.each([
    ['says that the email is not spam', complaint('not-spam')],
    ['is inside the returned email', deliveryReport({ action: 'eaten', returned: deliveryReport({ boundary: 'inner' }) })],
    [
      'is an out-of-office reply',
      'From: ann@a.example\r\nSubject: Away\r\nAuto-Submitted: auto-replied\r\n\r\nAction: failed\r\nStatus: 5.1.1',
    ],
    ['has no boundary', deliveryReport().replace(/boundary="[^"]*"/, '')],
    ['has an unknown action', deliveryReport({ action: 'eaten' })],
    ['is nested too deeply', Array.from({ length: 6 }).reduce<string>((message, _, n) => wrapped(message, `b${n}x`), deliveryReport())],
    ['is empty', ''],
  ])('that %s is ignored', (_what, message) => expect(readReport(message)).toBeUndefined())

  it('that is malformed in any way is parsed without an exception and in linear time', () => {
    const pieces = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '\r\n',
        '\n\n',
        '--x',
        '--x--',
        'Content-Type: multipart/report; boundary=x',
        'Content-Type: message/delivery-status',
      ),
      fc.constantFrom('boundary="', 'Action: failed', 'Status: 5.1.1', ' \t', 'Content-Type: multipart/mixed; boundary="(x+)+$"', '\0'),
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const report = readReport(parts.join('\r\n'))
        expect([undefined, 'delivery', 'complaint']).toContain(report?.kind)
      }),
      { numRuns: 500 },
    )
    const begun = performance.now()
    for (const filler of ['\n', '\r\n', ' ', '--x\r\n', 'boundary=', 'a:\r\n ', 'Action:\t'])
      readReport(`Content-Type: multipart/report; boundary=x\r\n\r\n${filler.repeat((256 * 1024) / filler.length)}`)
    expect(performance.now() - begun).toBeLessThan(2_000)
  })
})

const wrapped = (message: string, boundary: string): string =>
  `Content-Type: multipart/mixed; boundary=${boundary}\r\n\r\n--${boundary}\r\n${message}\r\n--${boundary}--\r\n`
