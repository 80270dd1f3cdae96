import { type ComposedMail, type MailContentRoute, type MailRecipient, mailRecipientKinds } from '@app/contracts/http/mail-content.ts'
import { expect, test } from 'vitest'
import type { App } from '../http/app.ts'

/** An id that belongs to nothing. */
export const NOTHING = '0192f3a0-0000-7000-8000-00000000000f'

interface Options {
  ids?: readonly string[]
  authorization?: string
}

/** Returns functions that request emails from a service as `notifications` does. `app` returns the service at the time of the request. */
export function mailRequests<T extends string>(app: () => App, { method, url }: MailContentRoute, internalMailKey: string) {
  const request = (
    topic: string,
    about: string,
    recipient: MailRecipient,
    { ids, authorization = `Key ${internalMailKey}` }: Options = {},
  ) => app().inject({ method, url, headers: { authorization }, payload: { topic, about, recipient, ...(ids && { ids }) } })

  return {
    request,
    /** Returns the content of an email. */
    async mail(topic: T, about: string, recipient: MailRecipient, ids?: readonly string[]): Promise<ComposedMail> {
      const { statusCode, body } = await request(topic, about, recipient, ids && { ids })
      if (statusCode !== 200) throw new Error(`The email was not composed: ${body}`)
      return JSON.parse(body)
    },
    async status(topic: T, about: string, recipient: MailRecipient, ids?: readonly string[]): Promise<number> {
      return (await request(topic, about, recipient, ids && { ids })).statusCode
    },
  }
}

/** Adds tests of requests to which a service responds without content. `topics` are all topics of the service. */
export function testRefusedMailRequests({ request }: Pick<ReturnType<typeof mailRequests>, 'request'>, topics: readonly string[]): void {
  const recipient = { kind: 'admin', id: NOTHING } as const

  test('a request without the key is refused', async () => {
    const response = await request(topics[0] ?? '', NOTHING, recipient, { authorization: '' })
    expect([response.statusCode, response.json().code]).toEqual([403, 'wrong-key'])
  })

  test('an unknown topic is refused', async () => {
    const response = await request('constructor', NOTHING, recipient)
    expect([response.statusCode, response.json().code]).toEqual([404, 'unknown-topic'])
  })

  const requests = topics.flatMap((topic) => mailRecipientKinds.map((kind) => [topic, kind] as const))
  test.each(requests)('the email %s to the recipient kind %s about nothing is obsolete', async (topic, kind) => {
    const response = await request(topic, NOTHING, { kind, id: NOTHING }, { ids: [NOTHING] })
    expect([response.statusCode, response.json().code]).toEqual([410, 'mail-obsolete'])
  })
}
