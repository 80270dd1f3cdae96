import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'

/** What an upstream answers. Its body can be read as soon as its head is there. */
export interface Answer {
  statusCode: number
  headers: Record<string, string | string[] | undefined>
  body: Readable
}

interface Exchange {
  dispatcher: Dispatcher
  options: Dispatcher.DispatchOptions
  /** So much of an answer is taken at once, however slowly its reader reads: it holds no connection to the upstream then. */
  ahead: number
  /** The connection is free again, or broken. */
  onOver: () => void
}

/** The reader of an answer left before its end. */
const readerLeft = (): Error => Object.assign(new Error('Nobody reads this answer any more'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })

/** Sends one request; resolves with the head of its answer, rejects when there is none. */
export function exchange({ dispatcher, options, ahead, onOver }: Exchange): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  let body: Readable | undefined
  let isOver = false

  function end(): void {
    isOver = true
    onOver()
  }

  dispatcher.dispatch(options, {
    onRequestStart() {},
    onResponseStart(controller, statusCode, headers) {
      // Hints that come before the answer itself.
      if (statusCode < 200) return
      body = new Readable({
        highWaterMark: ahead,
        read: () => controller.resume(),
        destroy(error, done) {
          if (!isOver) controller.abort(error ?? readerLeft())
          done(error)
        },
      })
      // Its reader may have left, so that nobody ever listens.
      body.on('error', () => {})
      resolve({ statusCode, headers, body })
    },
    onResponseData(controller, chunk) {
      if (!body?.push(chunk)) controller.pause()
    },
    onResponseEnd() {
      end()
      body?.push(null)
    },
    onResponseError(_controller, error) {
      end()
      if (body) body.destroy(error)
      else reject(error)
    },
  })
  return promise
}
