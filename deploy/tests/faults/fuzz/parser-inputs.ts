import { once } from 'node:events'
import { connect } from 'node:net'
import { pdf, zip } from '@app/chassis/testing/documents.ts'
import { jpeg, png } from '@app/chassis/testing/pictures.ts'
import { fileType, webmHeader } from '@app/chassis/testing/videos.ts'
import { uploadDocument } from '@app/contracts/http/documents.ts'
import { sendTestMail } from '@app/contracts/http/mails.ts'
import { uploadPreview } from '@app/contracts/http/preview-deliveries.ts'
import { adminCreateTask, type Task } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { customerColumns } from '@app/contracts/rules/customers.ts'
import { documentExtension, documentTypeOfExtension } from '@app/contracts/rules/documents.ts'
import type { Generator, Input, Outcome } from './input.ts'
import { FORM_TYPE, formOf, sendTo } from './route-inputs.ts'
import type { FuzzTarget } from './target.ts'
import { pickFrom, worstJson, worstText } from './worst-cases.ts'

const MEGABYTE = 1024 * 1024
const ANSWER_MS = 30_000
/** Number of characters of a response to keep. They include the status code, which is at the start. */
const RECEIVED_CHARS = 4_000

type Random = () => number
type Kind = (random: Random) => [what: string, send: () => Promise<Outcome>]

const generator = (covers: string, kinds: readonly Kind[]): Generator => ({
  covers,
  kinds: kinds.map((make) => (random: Random): Input => {
    const [what, send] = make(random)
    return { covers, what: `${covers}: ${what}`, send }
  }),
})

const filled = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
const bytes = (pattern: readonly number[], count: number): Buffer => Buffer.alloc(pattern.length * count, Buffer.from(pattern))

/** Opens a connection and sends each step after the response to the previous step. Returns the last status code. */
async function exchange(port: number, steps: readonly string[]): Promise<Outcome> {
  const socket = connect(port, '127.0.0.1')
  socket.setTimeout(ANSWER_MS, () => socket.destroy())
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    if (received.length < RECEIVED_CHARS) received += chunk.toString('latin1')
  })
  socket.on('error', () => {})
  await once(socket, 'connect').catch(() => {})
  for (const step of steps) {
    if (socket.destroyed) break
    const answered = Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => {})
    socket.write(step, 'latin1')
    await answered
  }
  socket.destroy()
  const [, status] = /^HTTP\/1\.1 (\d{3})/m.exec(received) ?? []
  if (status) return Number(status)
  const reply = [...received.matchAll(/^(\d{3})[ -]/gm)].at(-1)?.[1]
  return reply ? `SMTP ${reply}` : 'no response'
}

const ROOT = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'

const drawings: readonly ((random: Random) => string)[] = [
  (random) => ROOT + worstText(MEGABYTE, random),
  (random) => `${ROOT}<g ${worstText(MEGABYTE, random)}`,
  (random) => `${ROOT}<text>${worstText(MEGABYTE, random).replace(/[<&]/g, '')}</text></svg>`,
  (random) => `${ROOT}<g style="${worstText(120_000, random).replace(/[<&"]/g, '')}"/></svg>`,
  (random) => `${ROOT}<style>${worstText(120_000, random).replace(/[<&]/g, '')}</style></svg>`,
  () => filled('<!DOCTYPE', MEGABYTE),
  () => ROOT + filled('<g>', MEGABYTE),
  () => ROOT + filled('<g/>', MEGABYTE),
  () => `${ROOT}<g ${filled('a="" ', MEGABYTE)}`,
  () => `${ROOT}<!--${filled('-a', MEGABYTE)}--></svg>`,
  () => `${ROOT}<text>${filled('&#97;', MEGABYTE)}</text></svg>`,
]

const pictures: readonly (readonly [what: string, make: (random: Random) => Buffer])[] = [
  ...drawings.map((make) => ['drawing', (random: Random) => Buffer.from(make(random))] as const),
  [
    'GIF of small blocks',
    () => Buffer.concat([Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00!\xff\x01', 'latin1'), bytes([1, 0], MEGABYTE)]),
  ],
  ['JPEG of markers', () => Buffer.concat([jpeg().subarray(0, -2), bytes([0xff, 0xd0], MEGABYTE)])],
  ['JPEG of filling', () => Buffer.concat([jpeg().subarray(0, -2), bytes([0xff], 2 * MEGABYTE)])],
  ['PNG of empty chunks', () => Buffer.concat([png().subarray(0, 33), bytes([0, 0, 0, 0, 0x61, 0x61, 0x61, 0x61, 0, 0, 0, 0], 200_000)])],
  ['BMP of nothing', () => Buffer.concat([Buffer.from('BM'), bytes([0], MEGABYTE)])],
  [
    'AVIF of empty boxes',
    () => Buffer.concat([Buffer.from('\0\0\0\x10ftypavif\0\0\0\0', 'latin1'), bytes([0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65], 200_000)]),
  ],
  ['AVIF of nested boxes', () => Buffer.concat([Buffer.from('\0\0\0\x10ftypavif\0\0\0\0', 'latin1'), ...nested(100_000)])],
  [
    'WebP of empty chunks',
    () => Buffer.concat([Buffer.from('RIFF\0\0\x20\0WEBPVP8X', 'latin1'), bytes([0, 0, 0, 0, 0x61, 0x61, 0x61, 0x61], 200_000)]),
  ],
]

function nested(count: number): Buffer[] {
  return Array.from({ length: count }, (_, depth) => {
    const head = Buffer.from('\0\0\0\0iprp', 'latin1')
    head.writeUInt32BE(8 * (count - depth))
    return head
  })
}

const types = (inner: string): string => `<Types>${inner}</Types>`

const documents: readonly (readonly [name: string, what: string, make: (random: Random) => Buffer])[] = [
  ['a.pdf', 'blanks behind startxref', () => Buffer.concat([pdf(), Buffer.from(filled('startxref ', 4_096))])],
  ['a.pdf', 'text', (random) => Buffer.from(`%PDF-1.7\n${worstText(MEGABYTE, random)}`)],
  ['a.pdf', 'a place of its own', () => Buffer.concat([pdf(), Buffer.from(`\nstartxref\n0\n%%EOF\n${filled(' ', 2_000)}`)])],
  ['a.docx', 'content types of one word', (random) => zip({ '[Content_Types].xml': types(worstText(900_000, random)) })],
  ['a.docx', 'beginnings of content types', () => zip({ '[Content_Types].xml': types(filled('ContentType =', 900_000)) })],
  ['a.docx', 'many content types', () => zip({ '[Content_Types].xml': types(filled('ContentType="a"', 900_000)) })],
  ['a.xlsx', 'many files', () => zip(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`xl/${at}`, ''])))],
  ['a.docx', 'a file that swells', () => zip({ '[Content_Types].xml': Buffer.alloc(50 * MEGABYTE) })],
  ['a.doc', 'a compound file of nothing', () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), bytes([0], MEGABYTE)])],
  ['a.doc', 'a compound file of ones', () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), bytes([9, 0, 0, 0], MEGABYTE / 4)])],
  ['a.txt', 'text', (random) => Buffer.from(worstText(MEGABYTE, random))],
  ['a.txt', 'UTF-16', (random) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(worstText(MEGABYTE, random), 'utf16le')])],
]

function pictureGenerator(target: FuzzTarget): Generator {
  const fields = { companyProfileId: target.known.companyProfileId ?? '', subject: 'Pies', body: 'Hello' }
  return generator(
    'pictures',
    pictures.map(([what, make]) => (random) => {
      const body = formOf(fields, { attachment: make(random) })
      return [what, () => sendTo(target, 'POST', 'owner', { path: `/api${sendTestMail.url}`, body, type: FORM_TYPE })]
    }),
  )
}

function documentGenerator(target: FuzzTarget): Generator {
  return generator(
    'documents',
    documents.map(([name, what, make]) => (random) => {
      const documentType = documentTypeOfExtension[documentExtension(name) ?? 'txt']
      const fields = { companyProfileId: target.known.companyProfileId ?? '', title: 'A document', documentType }
      const form = formOf(fields, { document: make(random) }).toString('latin1')
      const body = Buffer.from(form.replace('document.pdf', name), 'latin1')
      return [`${name}, ${what}`, () => sendTo(target, 'POST', 'owner', { path: `/api${uploadDocument.url}`, body, type: FORM_TYPE })]
    }),
  )
}

const video = (...parts: readonly Uint8Array[]): Buffer => Buffer.concat(parts)
/** The start of a WebM segment of unknown size. */
const openSegment = Buffer.from('18538067ff', 'hex')

const contents: readonly (readonly [what: string, make: (random: Random) => Buffer])[] = [
  ['MP4 of empty boxes', () => video(fileType('isom'), bytes([0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65], 200_000))],
  ['MP4 of 64-bit boxes', () => video(fileType('isom'), bytes([0, 0, 0, 1, 0x66, 0x72, 0x65, 0x65, 0, 0, 0, 0, 0, 0, 0, 16], 100_000))],
  ['MP4 of brands', () => video(Buffer.from('\0\0\x0f\xa0ftyp', 'latin1'), bytes([0x78, 0x78, 0x78, 0x78], 250_000))],
  ['MP4 of text', (random) => video(fileType('isom'), Buffer.from(worstText(MEGABYTE, random)))],
  ['WebM of empty elements', () => video(webmHeader(), openSegment, bytes([0xec, 0x80], MEGABYTE))],
  ['WebM of long heads', () => video(webmHeader(), openSegment, bytes([0x10, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0], 100_000))],
  ['WebM of text', (random) => video(webmHeader(), Buffer.from(worstText(MEGABYTE, random)))],
  ['a picture of 64 megapixels', () => png({ width: 8_000, height: 8_000, padding: MEGABYTE })],
  ...pictures,
]

/** Creates a new task for each input, because other inputs may have removed the task `target.taskId`. */
async function newTask(target: FuzzTarget): Promise<string> {
  const day = addDays(todayIn(DEFAULT_TIMEZONE), 3)
  const fields = { companyProfileId: target.known.companyProfileId ?? '', title: 'Pies', targetPostingDate: day, submissionForReview: day }
  const headers = { authorization: `Bearer ${target.tokenOf('admin')}`, 'content-type': FORM_TYPE }
  const response = await fetch(`${target.url}/api${adminCreateTask.url}`, { method: 'POST', headers, body: formOf(fields) })
  return ((await response.json()) as Task)._id
}

function contentGenerator(target: FuzzTarget): Generator {
  return generator(
    'files of previews',
    contents.map(([what, make]) => (random) => {
      const body = formOf({ caption: 'Bread' }, { file1: make(random) })
      const send = async () => {
        const path = `/api${uploadPreview.url.replace(':id', await newTask(target))}`
        return sendTo(target, 'POST', 'admin', { path, body, type: FORM_TYPE })
      }
      return [what, send]
    }),
  )
}

/** Generates responses of a spreadsheet's script, which the product reads when it lists customers. */
function sheetGenerator(target: FuzzTarget): Generator {
  const scriptResponse = (rows: unknown, columns: unknown = customerColumns): string =>
    JSON.stringify({ ok: true, script: '1', columns, first: 2, rows, total: Array.isArray(rows) ? rows.length : 1, revision: 'a' })
  const read = (what: string, body: string): ReturnType<Kind> => [
    what,
    async () => {
      await target.setSheetResponse(body)
      return sendTo(target, 'GET', 'owner', { path: '/api/crm/customers?fresh=true' })
    },
  ]
  const row = (text: string) => customerColumns.map(() => text)
  return generator('responses of a spreadsheet', [
    (random) => {
      const text = worstText(pickFrom([200, 5_000, 50_000], random), random)
      return read(`a cell of ${JSON.stringify(text.slice(0, 24))}…`, scriptResponse([row(text)]))
    },
    (random) => {
      const text = worstText(50, random)
      return read(`1,000 rows of ${JSON.stringify(text.slice(0, 24))}…`, scriptResponse(Array.from({ length: 1_000 }, () => row(text))))
    },
    (random) => {
      const texts = Array.from({ length: 2_000 }, (_, at) => [String(at), worstText(20, random), `a${at}@b.example`])
      return read('2,000 people', scriptResponse(texts))
    },
    (random) => read('a header', scriptResponse([row('a')], [worstText(50_000, random)])),
    () =>
      read(
        '10,000 headers',
        scriptResponse(
          [row('a')],
          Array.from({ length: 10_000 }, (_, at) => `Column ${at}`),
        ),
      ),
    () => read('20,000 empty rows', scriptResponse(Array.from({ length: 20_000 }, () => []))),
    ...worstJson.map(
      ([what, json]): Kind =>
        () =>
          read(what, json()),
    ),
    ...worstJson.map(
      ([what, json]): Kind =>
        () =>
          read(`rows of ${what}`, `{"ok":true,"script":"1","columns":[],"first":2,"rows":${json()},"total":1,"revision":"a"}`),
    ),
    (random) => read('no JSON', worstText(MEGABYTE, random)),
  ])
}

function bounceGenerator(target: FuzzTarget): Generator {
  const deliver = (what: string, message: string, address = target.bounceAddress): ReturnType<Kind> => [
    what,
    () =>
      exchange(target.bouncePort, [
        'EHLO a\r\n',
        'MAIL FROM:<>\r\n',
        `RCPT TO:<${address}>\r\n`,
        'DATA\r\n',
        `${message.replace(/\r?\n\./g, '\n..')}\r\n.\r\n`,
        'QUIT\r\n',
      ]),
  ]
  const heads = [
    '',
    'Content-Type: text/plain\r\n\r\n',
    'Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n',
    'Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n',
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n',
    'Content-Type: multipart/mixed; boundary="',
    'Subject: ',
  ]
  return generator('mails that come back', [
    ...heads.map(
      (head): Kind =>
        (random) =>
          deliver(JSON.stringify(head.slice(0, 40)), head + worstText(256 * 1024, random)),
    ),
    ...['text/plain', 'text/html', 'text/plain; charset=utf-16', 'multipart/alternative; boundary=b'].map(
      (type): Kind =>
        (random) =>
          deliver(`a reply of ${type}`, `Content-Type: ${type}\r\n\r\n${worstText(256 * 1024, random)}`, target.newReplyAddress()),
    ),
    () => deliver('nested parts', filled('Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n', 250_000)),
    () => deliver('parts', `Content-Type: multipart/mixed; boundary=b\r\n\r\n${filled('--b\r\n', 250_000)}`),
    (random) => ['a command', () => exchange(target.bouncePort, [`EHLO ${worstText(100_000, random)}\r\n`])],
    (random) => ['a sender', () => exchange(target.bouncePort, ['EHLO a\r\n', `MAIL FROM:<${worstText(50_000, random)}>\r\n`])],
    (random) => [
      'a recipient',
      () =>
        exchange(target.bouncePort, ['EHLO a\r\n', 'MAIL FROM:<>\r\n', `RCPT TO:<bounce+${worstText(50_000, random)}@mail.localhost>\r\n`]),
    ],
  ])
}

/**
 * Generates requests with unusual paths and headers. The requests are sent as raw bytes, because HTTP clients reject such paths and
 * headers.
 */
function headerGenerator(target: FuzzTarget): Generator {
  const port = Number(new URL(target.url).port)
  const names = [
    'accept',
    'accept-encoding',
    'authorization',
    'connection',
    'cookie',
    'forwarded',
    'if-none-match',
    'if-modified-since',
    'range',
    'te',
    'traceparent',
    'x-forwarded-for',
    'x-request-id',
    'idempotency-key',
    'content-type',
    'origin',
    'referer',
    'user-agent',
  ] as const
  const paths = [
    '/',
    '/login',
    '/assets/none.js',
    '/api/me',
    '/api/task/12',
    '/files/public/a.png',
    '/openapi.json',
    '/no/such/page',
    '/api/unsubscribe/a',
    `/api/review/${'A'.repeat(43)}`,
  ]
  const plain = (text: string): string => text.replace(/[^\t\x20-\xff]/g, ' ')
  const ask = (path: string, headers: string) => () =>
    exchange(port, [`GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\naccept: text/html\r\n${headers}\r\n`])
  return generator('targets and headers', [
    ...names.map(
      (name): Kind =>
        (random) => {
          const value = plain(worstText(pickFrom([1_000, 7_000, 15_000], random), random))
          return [`${name}: ${value.slice(0, 24)}…`, ask(pickFrom(paths, random), `${name}: ${value}\r\n`)]
        },
    ),
    (random) => ['many headers', ask(pickFrom(paths, random), Array.from({ length: 900 }, (_, at) => `x-${at}: a\r\n`).join(''))],
    (random) => ['a header many times', ask(pickFrom(paths, random), `${pickFrom(names, random)}: a\r\n`.repeat(500))],
    (random) => {
      const path = plain(worstText(pickFrom([100, 250, 1_000, 15_000], random), random)).replaceAll(' ', '%20')
      return [`path ${path.slice(0, 24)}…`, ask(pickFrom(['/', '/api/', '/files/public/', '/assets/', '/task/'], random) + path, '')]
    },
    (random) => {
      const query = plain(worstText(pickFrom([200, 4_000, 15_000], random), random)).replaceAll(' ', '+')
      return [`query ${query.slice(0, 24)}…`, ask(`${pickFrom(paths, random)}?${query}`, '')]
    },
  ])
}

/** Returns a generator for each parser of external input, except the parsers of routes. */
export const parserGenerators = (target: FuzzTarget): Generator[] => [
  headerGenerator(target),
  pictureGenerator(target),
  documentGenerator(target),
  contentGenerator(target),
  sheetGenerator(target),
  bounceGenerator(target),
]
